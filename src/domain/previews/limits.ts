/** Numbers of the specification for previews (1§5, 1§9, 2§9). */

/** bytes; larger archives have no preview. */
export const ARCHIVE_PREVIEW_SIZE_LIMIT = 1024 ** 3
/** bytes; from this size on the screen says that large files take longer. Own value. */
export const PREVIEW_LONG_SIZE = 5 * 1024 ** 2
/** pixels; larger images have no preview (decisions 4.28). */
export const IMAGE_PREVIEW_PIXEL_LIMIT = 268_000_000
/** pixels of the longer side of a picture in the gallery; a larger picture is reduced to it. */
export const PICTURE_LONG_SIDE = 1024
/** ms. */
export const PREVIEW_POLL_FIRST = 200
/** ms. */
export const PREVIEW_POLL_MAX = 2000
/** ms. */
export const PREVIEW_POLL_MEDIA = 30_000
/** Further requests while a file is not yet in its final storage. */
export const PREVIEW_STORAGE_RETRIES = 5
/** ms for which the full bar stays visible. */
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
/** An image below this scale springs back to it. */
export const IMAGE_ZOOM_MIN = 0.8
/** An image above this scale springs back to IMAGE_ZOOM_SETTLED. */
export const IMAGE_ZOOM_MAX = 5
export const IMAGE_ZOOM_SETTLED = 3
/** ms. */
export const IMAGE_ZOOM_ANIMATION = 500
/** px, px and ms (PREV-19). */
export const SWIPE = { threshold: 10, restraint: 100, maxTime: 800 }
/** px, px and ms. */
export const NAVIGATION_SWIPE = { threshold: 2, restraint: 100, maxTime: 3000 }
/** The number of siblings per request, and the remaining number that triggers the next request. */
export const GALLERY_SIBLINGS = 5
/** The maximum of code points of a version's remark (UPL-07). */
export const REMARK_MAX_LENGTH = 500
