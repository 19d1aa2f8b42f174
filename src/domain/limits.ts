/** Numbers that the specification fixes (1§5, 1§9, 2§9). Lengths count code points (decisions 4.24). */

/** Rows a page (LIST-03). */
export const LIST_PAGE_SIZE = 25
/** Rows that one page may have, where all are wanted. */
export const LIST_MAX_PAGE = 200
/** Items that one call takes. */
export const ITEMS_MAX_AT_ONCE = 1000
/** Rows the frequent space asks for at once. */
export const FREQUENT_PAGE_SIZE = 100
export const CONTACT_PAGE_SIZE = 500
/** px from the bottom: the latest moment to ask for the next page. */
export const LIST_LOAD_MORE_DISTANCE = 100
/** px. */
export const MESSAGE_LOAD_MORE_DISTANCE = 200
/** ms. */
export const LIST_SCROLL_DEBOUNCE = 500
/** ms. */
export const MESSAGE_SCROLL_THROTTLE = 500
/** ms; files and contacts alike. */
export const SEARCH_DEBOUNCE = 1000
export const SEARCH_MAX_LENGTH = 100
export const VISIBLE_TAGS = 2
export const BADGE_MAX = 99

/** Excludes the extension that a rename keeps (decisions 4.24). */
export const NAME_MAX_LENGTH = 222
export const SHARE_PASSWORD_MAX_LENGTH = 32
export const SHARE_PASSWORD_GENERATED_LENGTH = 4
export const WATERMARK_MAX_LENGTH = 32
export const SHARE_MESSAGE_MAX_LENGTH = 500
export const INVITE_MESSAGE_MAX_LENGTH = 140
export const COMMENT_MAX_LENGTH = 500
export const PHONE_MAX_LENGTH = 13
export const SMS_CODE_LENGTH = 6
export const LIMIT_COUNT_MAX_DIGITS = 6
export const LIMIT_COUNT_DEFAULT = 10

/** items; a copy of more is a job (decisions 4.37). */
export const COPY_AT_ONCE_LIMIT = 1000
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
/** bytes; larger archives have no preview. */
export const ARCHIVE_PREVIEW_SIZE_LIMIT = 1024 ** 3
/** pixels; larger images have no preview (decisions 4.28). */
export const IMAGE_PREVIEW_PIXEL_LIMIT = 268_000_000

/** ms. */
export const PREVIEW_POLL_FIRST = 200
/** ms. */
export const PREVIEW_POLL_MAX = 2000
/** ms. */
export const PREVIEW_POLL_MEDIA = 30_000
/** Further asks while a file is not yet in its final storage. */
export const PREVIEW_STORAGE_RETRIES = 5
/** ms the full bar stays. */
export const PREVIEW_CLEAR_DELAY = 100
/** seconds. */
export const PREVIEW_TOKEN_PERIOD = 3600
/** ms. */
export const PDF_LOAD_TIMEOUT = 60_000
/** ms. */
export const PDF_PINCH_DEBOUNCE = 200
/** ms. */
export const PDF_BAR_HIDE_DELAY = 2000
/** ms between the taps of a double tap. */
export const DOUBLE_TAP_INTERVAL = 200

/** Below it an image springs back to it. */
export const IMAGE_ZOOM_MIN = 0.8
/** Above it an image springs back to IMAGE_ZOOM_SETTLED. */
export const IMAGE_ZOOM_MAX = 5
export const IMAGE_ZOOM_SETTLED = 3
/** ms. */
export const IMAGE_ZOOM_ANIMATION = 500
/** px, px and ms (PREV-19). */
export const SWIPE = { threshold: 10, restraint: 100, maxTime: 800 }
/** px, px and ms. */
export const NAVIGATION_SWIPE = { threshold: 2, restraint: 100, maxTime: 3000 }
/** Siblings fetched at a time, and the number left at which they are. */
export const GALLERY_SIBLINGS = 5
/** px that a message row is swiped: delete alone, or mark read and delete. */
export const SWIPE_WIDTH = { delete: 72, deleteAndMarkRead: 180 }

/** ms. */
export const CHUNK_LOAD_TIMEOUT = 120_000
/** ms. */
export const SIGNATURE_RETRY_DELAY = 1000
/** ms. */
export const SHARE_HANDLER_DELAY = 500
/** days. */
export const LANGUAGE_COOKIE_DAYS = 30
/** days; below it an expiry is counted down (1§9, decisions 4.6). */
export const EXPIRY_COUNTDOWN_DAYS = 8
/** Seconds since 1970, or this for never (1§3). */
export const NEVER_EXPIRES = 0
export const AVATAR_COLORS = 5

/** Code points of a version's remark (UPL-07). */
export const REMARK_MAX_LENGTH = 500
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
export const SMS_COOLDOWN = 60
export const DEFAULT_REGION = '+86'
/** Seconds since 1970: 2020-09-01 00:00 UTC+8. */
export const PROMOTION_END = 1_598_889_600
export const PROMOTION_TYPES = { finished: 110, starter: 1001, prompt: 1404 }
export const COUPON = { planId: 27, groupId: 1 }
