export interface WholeScreen {
  /** px */
  width: number
  /** px */
  height: number
  /** Whether the device is held in the hand and can be turned. */
  isHandheld: boolean
}
