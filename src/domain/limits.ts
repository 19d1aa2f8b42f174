/** Numbers of the specification (1§5, 1§9, 2§9), except those of lists, uploads and previews. Lengths count code points (decisions 4.24). */

/** Items per call. */
export const ITEMS_MAX_AT_ONCE = 1000
export const CONTACT_PAGE_SIZE = 500
/** People per page of the console. */
export const PEOPLE_PAGE_SIZE = 50
/** px. */
export const MESSAGE_LOAD_MORE_DISTANCE = 200
/** ms. */
export const MESSAGE_SCROLL_THROTTLE = 500
/** ms, for files and contacts. */
export const SEARCH_DEBOUNCE = 1000
export const SEARCH_MAX_LENGTH = 100

/** The depth of nested folders below the root of a space; own value (decisions 63). */
export const FOLDER_DEPTH_LIMIT = 100

/** Excludes the extension that a rename keeps (decisions 4.24). */
export const NAME_MAX_LENGTH = 222
/** fewest characters of a password where no organisation asks for more */
export const PASSWORD_LENGTH = 8
export const SHARE_PASSWORD_MAX_LENGTH = 32
export const WATERMARK_MAX_LENGTH = 32
export const SHARE_MESSAGE_MAX_LENGTH = 500
export const INVITE_MESSAGE_MAX_LENGTH = 140
export const COMMENT_MAX_LENGTH = 500
/** characters of a comment by a program */
export const OPEN_COMMENT_MAX_LENGTH = 1001
/** characters of a link's password by a program */
export const OPEN_SHARE_PASSWORD_MAX_LENGTH = 33
/** ms of a voice comment (decisions 31) */
export const VOICE_LENGTH = { least: 1000, most: 60_000 }
export const LIMIT_COUNT_MAX_DIGITS = 6
export const LIMIT_COUNT_DEFAULT = 10

/** items; a larger copy becomes a background job (decisions 4.37). */
export const COPY_AT_ONCE_LIMIT = 1000

/** px by which a message row is swiped: for delete only, or for mark read and delete. */
export const SWIPE_WIDTH = { delete: 72, deleteAndMarkRead: 180 }

/** ms. */
export const SIGNATURE_RETRY_DELAY = 1000
/** ms. */
export const SHARE_HANDLER_DELAY = 500
/** days; a shorter expiry is counted down (1§9, decisions 4.6). */
export const EXPIRY_COUNTDOWN_DAYS = 8
/** The expiry in seconds since 1970 that means never (1§3). */
export const NEVER_EXPIRES = 0
export const AVATAR_COLORS = 5
/** px per side of a user's picture as a phone sends it; own value. */
export const PICTURE_SIDE = 512

/** ms. */
export const UNREAD_FADE_DELAY = 5000
/** ms. */
export const COMMENT_READ_DELAY = 300
/** ms. */
export const INVITE_CLOSE_DELAY = 1000
/** ms. */
export const QUIT_BACK_DELAY = 1500
/** ms. */
export const ROLE_CHANGE_CLOSE_DELAY = 600
/** seconds. */
export const CODE_COOLDOWN = 60
export const DEFAULT_REGION = '+86'
/** Seconds since 1970: 2020-09-01 00:00 UTC+8. */
export const PROMOTION_END = 1_598_889_600
export const PROMOTION_TYPES = { finished: 110, starter: 1001, prompt: 1404 }
export const COUPON = { planId: 27, groupId: 1 } as const
