/** Assigns temporary files to the process that writes them; `Lease` implements it. */
export interface TemporaryOwner {
  /** Names this process in the names of temporary files. Only letters and digits, because DiskStorage appends a `-`. */
  readonly holder: string
  /** All holders that may still be writing, including this one. */
  living(): Promise<ReadonlySet<string>>
}
