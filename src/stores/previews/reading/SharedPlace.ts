/** Where the reader is in a document that is shown as pages or as text: a change between the two keeps the place (AH-38). */
export class SharedPlace {
  /** The share of the document above the screen, from 0 to 1, and the viewer in which the reader went there; null: at the beginning. */
  private left: { viewer: 'pages' | 'text'; share: number } | null = null

  /** The share at which the text opens; null: where the text was left. */
  get shareOfText(): number | null {
    return this.left?.viewer === 'pages' ? this.left.share : null
  }

  /** The page at which the pages open, from 1. */
  pageOf(total: number): number {
    // The share of a page is not exact.
    return this.left ? Math.min(total, Math.floor(this.left.share * total + 1e-6) + 1) : 1
  }

  /** @param page from 1; a page that is shown because of the text does not replace the place in the text */
  leavePages(page: number, total: number) {
    if (page !== this.pageOf(total)) this.left = { viewer: 'pages', share: (page - 1) / total }
  }

  leaveText(share: number) {
    this.left = { viewer: 'text', share }
  }

  forget() {
    this.left = null
  }
}
