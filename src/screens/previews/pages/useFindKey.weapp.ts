/** A phone has no such key. */
export function useFindKey(_isOn: boolean, _open: () => void): void {
  // Nothing to listen to.
}
