export interface BackCatcherProps {
  /** Open overlays; each arms the gesture anew. */
  depth: number
  /** The back gesture or button was used while an overlay was open. */
  onLeave(): void
}
