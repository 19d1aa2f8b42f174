/** One open overlay of a page: its flag in the address and the flag's companions (RT-06, RT-10). */
export interface Overlay {
  flag: string
  value: string
  companions: Record<string, string>
}

/** The overlays of one page, lowest first. H5 stores them in the address, the mini-program in memory. */
export interface OverlayHost {
  list(): readonly Overlay[]
  open(overlay: Overlay): void
  /** Closes that overlay and those above it, as going back does. Resolves when they are closed. */
  close(flag: string): Promise<void>
  /** Changes companions without a history entry. */
  replace(overlay: Overlay): void
  /** Writes parameters of the page itself into its address, if there is one (RT-05). */
  keep(parameters: Readonly<Record<string, string>>): void
  subscribe(listener: () => void): () => void
}
