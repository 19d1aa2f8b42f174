/** Assigns temporary files to the process that writes them; `Lease` implements it. */
export interface TemporaryOwner {
  /** Letters and digits. */
  readonly holder: string
  /** All holders that may still be writing, including this one. */
  living(): Promise<ReadonlySet<string>>
}
