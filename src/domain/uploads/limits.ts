/** Numbers that the specification fixes for uploads (1§5, 1§9). */

/** bytes; a file of this size is already refused (50 GB). */
export const UPLOAD_SIZE_LIMIT = 53_687_091_200
/** bytes; below it a file that cannot be read is dropped silently. */
export const SMALL_FILE_SIZE = 5 * 1024 * 1024
/** files, where no maximum is configured. */
export const UPLOAD_COUNT_DEFAULT = 10
/** files, where the configured maximum is no positive integer (decisions 3.18). */
export const UPLOAD_COUNT_FALLBACK = 1
/** ms; the open-platform upload page returns by itself. */
export const UPLOAD_RETURN_COUNTDOWN = 3000
/** Code points of a version's remark (UPL-07). */
export const REMARK_MAX_LENGTH = 500
