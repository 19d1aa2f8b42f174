/** px at both sides of a cell's text, and of the line beside the cell */
const AROUND = 13

/** Measures texts in the font of an element. */
export class TextWidths {
  private readonly context = document.createElement('canvas').getContext('2d')!
  private readonly known = new Map<string, number>()
  private readonly font: string

  constructor(element: Element) {
    const { fontSize, fontFamily } = getComputedStyle(element)
    this.font = `${fontSize} ${fontFamily}`
  }

  /** Whether a text has room in a cell. @param width px of the cell */
  fits(text: string, width: number, isBold: boolean): boolean {
    const font = `${isBold ? 600 : 400} ${this.font}`
    const key = `${font} ${text}`
    let needed = this.known.get(key)
    if (needed === undefined) {
      this.context.font = font
      needed = this.context.measureText(text).width
      if (this.known.size > 10_000) this.known.clear()
      this.known.set(key, needed)
    }
    return needed <= width - AROUND
  }
}
