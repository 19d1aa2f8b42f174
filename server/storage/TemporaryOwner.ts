/** Whose half-written files are whose; `Lease` is one. */
export interface TemporaryOwner {
  /** Letters and digits. */
  readonly holder: string
  /** All holders that may still be writing, this one included. */
  living(): Promise<ReadonlySet<string>>
}
