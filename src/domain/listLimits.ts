/** Numbers of lists (1§5, 1§9). In a file of their own, because the first page needs these and no other limits. */

/** Rows per page (LIST-03). */
export const LIST_PAGE_SIZE = 25
/** The maximum of rows per page, for loading all rows. */
export const LIST_MAX_PAGE = 200
/** Rows per request of the frequent space. */
export const FREQUENT_PAGE_SIZE = 100
/** px from the bottom, where the next page is requested at the latest. */
export const LIST_LOAD_MORE_DISTANCE = 100
/** ms. */
export const LIST_SCROLL_DEBOUNCE = 500
export const VISIBLE_TAGS = 2
export const BADGE_MAX = 99
