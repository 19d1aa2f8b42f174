/** px of the window */
export interface Pointer {
  clientX: number
  clientY: number
}

/** Reactions to a finger or a pointer on a corner. */
export interface CornerDrag {
  start(at: Pointer): void
  move(at: Pointer): void
  end(): void
}
