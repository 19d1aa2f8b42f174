/** Numbers of scanning; own values (decisions 263). */

/** pages of one scan */
export const SCAN_PAGES = 30
/** px of the longer side of a photo as it is read for the result, and of a page of the result: 200 dots per inch of A4 */
export const SOURCE_SIDE = 2600
export const PAGE_SIDE = 2339
/** px of the longer side of the copy in which the corners are placed, and of the straightened picture that is shown */
export const COPY_SIDE = 1080
export const SHOWN_SIDE = 720
/** JPEG, 0 to 1 */
export const PAGE_QUALITY = 0.8
export const SHOWN_QUALITY = 0.75
/** Rows that are computed before the app may draw again. */
export const ROWS_AT_ONCE = 48
/** By how much of the photo a key moves a corner, and with Shift. */
export const STEP = 0.005
export const LARGE_STEP = 0.05
