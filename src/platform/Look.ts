/** How whoever shows the app wants it to look (CTX-07). */
export interface Look {
  /** Inside enterprise WeChat. */
  wework: boolean
  /** A brand of its own: the colour of text and lines, and of filled buttons. */
  pair?: { brand: string; button: string }
}
