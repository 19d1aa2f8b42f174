export interface WindowInfo {
  /** px */
  width: number
  height: number
  /** px above the header: the status bar in the mini-program, 0 on H5 (its safe area is CSS). */
  statusBar: number
  /** px that the header leaves free at its right for the menu capsule; 0 on H5. */
  capsuleSpace: number
  /** px of the header's height. */
  headerHeight: number
  /** How many times as large as designed the user has text; on H5 the browser draws it so by itself. */
  textScale: number
}
