export interface BackCatcherProps {
  /** Number of open overlays; each rearms the gesture. */
  depth: number
  /** The back gesture or button was used while an overlay was open. */
  onLeave(): void
}
