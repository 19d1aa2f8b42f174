/** The pages of documents that people edit together, in our own editor; browsers only. `platform/h5/documentPages` implements it. */
export interface DocumentPages {
  /** Whether an address is one of our own editor. */
  isOwn(address: string): boolean
  /**
   * Opens the page of a document.
   * @param address as `GET /yiqixie/get_access_url` answers it
   * @param isInPlace whether the page replaces the topmost panel, or the page where there is none
   * @param thread the comments to show, by their first one, at the passage that they are about
   */
  open(fileId: number, address: string, isInPlace?: boolean, thread?: number): Promise<void>
}
