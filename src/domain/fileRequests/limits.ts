/** Limits of collecting links (AH-25), own values (decisions 68). Lengths count code points. */

export const COLLECT_TITLE_MAX_LENGTH = 60
export const COLLECT_TEXT_MAX_LENGTH = 500
export const COLLECT_NAME_MAX_LENGTH = 40
/** People per link, on its list or not. */
export const COLLECT_PEOPLE_MAX = 1000
/** Handed-in files per person at a time. */
export const COLLECT_FILES_OF_PERSON = 20
/** Files per link. */
export const COLLECT_FILES_MAX = 5000
/** bytes per file; a file of exactly this size is accepted (500 MB) */
export const COLLECT_SIZE_LIMIT = 524_288_000
