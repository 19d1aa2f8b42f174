/** Numbers of the specification for uploads (1§5, 1§9). */

/** bytes; a file of this size is refused (50 GB). */
export const UPLOAD_SIZE_LIMIT = 53_687_091_200
/** bytes; an unreadable file below this size is dropped silently. */
export const SMALL_FILE_SIZE = 5 * 1024 * 1024
/** files, without a configured maximum. */
export const UPLOAD_COUNT_DEFAULT = 10
/** files, if the configured maximum is no positive integer (decisions 3.18). */
export const UPLOAD_COUNT_FALLBACK = 1
/** ms until the open platform's upload page closes by itself. */
export const UPLOAD_RETURN_COUNTDOWN = 3000
/** The maximum of code points of a version's remark (UPL-07). */
export const REMARK_MAX_LENGTH = 500
