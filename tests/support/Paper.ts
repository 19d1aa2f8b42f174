import { deflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import type { Brush } from '@/platform/Platform'
import { crc32 } from './samples/crc32'

/** Width of a wide character in px, relative to its size. */
const CHARACTER = 0.6

/** A canvas that paints rectangles and records texts: enough to read a QR code from it. */
export class Paper implements Brush {
  fillStyle: string | object = '#000000'
  font = '10px sans-serif'
  textAlign: Brush['textAlign'] = 'left'
  textBaseline: Brush['textBaseline'] = 'alphabetic'
  readonly texts: string[] = []
  /** RGBA */
  pixels: Uint8ClampedArray

  constructor(
    public width: number,
    public height: number,
  ) {
    this.pixels = new Uint8ClampedArray(width * height * 4)
  }

  /** Empties the canvas, as a change of its size does. */
  resize(width: number, height: number) {
    this.width = width
    this.height = height
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

  /** The canvas as a PNG file. */
  png(): Buffer {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(this.width, 0)
    head.writeUInt32BE(this.height, 4)
    // 8 bits each of red, green, blue and alpha.
    head.set([8, 6], 8)
    const stride = this.width * 4
    const lines = Array.from({ length: this.height }, (_, y) => [
      Buffer.from([0]),
      Buffer.from(this.pixels.buffer, y * stride, stride),
    ]).flat()
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Buffer.concat(lines))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  /** The text of the QR code on the canvas; null without one. */
  read(): string | null {
    return jsQR(this.pixels, this.width, this.height)?.data ?? null
  }
}

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
