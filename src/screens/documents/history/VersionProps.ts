/** A state to read. */
export interface VersionProps {
  state: Uint8Array
  /** What the state is compared with; null for no comparison. */
  earlier: Uint8Array | null
}
