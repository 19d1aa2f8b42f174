import jsQR from 'jsqr'
import type { Brush } from '@/platform/Platform'

/** px of a character, as part of its size: a wide letter's */
const CHARACTER = 0.6

/** A canvas that paints rectangles and remembers texts: enough to read a QR code off it. */
export class Paper implements Brush {
  fillStyle: string | object = '#000000'
  font = '10px sans-serif'
  textAlign: Brush['textAlign'] = 'left'
  textBaseline: Brush['textBaseline'] = 'alphabetic'
  readonly texts: string[] = []
  /** RGBA */
  readonly pixels: Uint8ClampedArray

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8ClampedArray(width * height * 4)
  }

  beginPath() {}
  moveTo() {}
  lineTo() {}
  quadraticCurveTo() {}
  closePath() {}
  fill() {}

  fillRect(left: number, top: number, width: number, height: number) {
    const hex = String(this.fillStyle).slice(1)
    const colour = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))
    for (let y = top; y < top + height; y += 1) {
      for (let x = left; x < left + width; x += 1) this.pixels.set([...colour, 255], (y * this.width + x) * 4)
    }
  }

  fillText(text: string) {
    this.texts.push(text)
  }

  measureText(text: string) {
    const size = Number(/(\d+)px/.exec(this.font)?.[1])
    return { width: Array.from(text).length * size * CHARACTER }
  }

  /** What the QR code on it says; null where there is none. */
  read(): string | null {
    return jsQR(this.pixels, this.width, this.height)?.data ?? null
  }
}
