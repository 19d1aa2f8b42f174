import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { Paper } from '../../../support/Paper'
import type { Device } from '../Device'

interface Frame {
  data: Uint8ClampedArray
}

/** Encodes pixels on the standard input as JPEG: `toDataURL` answers at once, and sharp does not. */
const encoder = `
const [width, height, quality] = process.argv.slice(1).map(Number)
require('sharp')(require('node:fs').readFileSync(0), { raw: { width, height, channels: 4 } })
  .flatten({ background: '#000' }).jpeg({ quality }).toBuffer().then((bytes) => process.stdout.write(bytes))`

/** A picture that the app loads by the path of a file. */
class LoadedPicture {
  width = 0
  height = 0
  pixels = new Uint8Array()
  onload: unknown
  onerror: unknown

  constructor(private readonly device: Device) {}

  set src(path: string) {
    void this.load(path).then(
      () => this.device.later(this.onload),
      () => this.device.later(this.onerror, { errMsg: `load image ${path} fail` }),
    )
  }

  private async load(path: string) {
    const disk = this.device.files.diskPath(path)
    if (!disk) throw new Error('no such file')
    const { data, info } = await sharp(disk)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    Object.assign(this, { width: info.width, height: info.height, pixels: data })
  }
}

/** The drawing on an `OffscreenCanvas`. */
class PhotoPaper extends Paper {
  /** Takes the nearest pixel of the picture. */
  drawImage({ width, height, pixels }: LoadedPicture, left: number, top: number, across: number, down: number) {
    for (let y = 0; y < down; y += 1)
      for (let x = 0; x < across; x += 1) {
        const from = (Math.floor((y * height) / down) * width + Math.floor((x * width) / across)) * 4
        this.pixels.set(pixels.subarray(from, from + 4), ((top + y) * this.width + left + x) * 4)
      }
  }

  /** Only the whole canvas. */
  getImageData(): Frame {
    return { data: this.pixels.slice() }
  }

  createImageData(width: number, height: number): Frame {
    return { data: new Uint8ClampedArray(width * height * 4) }
  }

  putImageData({ data }: Frame) {
    this.pixels.set(data)
  }
}

/** WeChat's canvas of the kind `2d` without a place on the screen. */
export class OffscreenCanvas {
  private readonly paper: PhotoPaper

  constructor(
    private readonly device: Device,
    width: number,
    height: number,
  ) {
    this.paper = new PhotoPaper(width, height)
  }

  get width(): number {
    return this.paper.width
  }

  set width(width: number) {
    this.paper.resize(width, this.height)
  }

  get height(): number {
    return this.paper.height
  }

  set height(height: number) {
    this.paper.resize(this.width, height)
  }

  getContext(kind: string) {
    return kind === '2d' ? this.paper : null
  }

  createImage() {
    return new LoadedPicture(this.device)
  }

  toDataURL(kind: string, quality = 0.92): string {
    if (kind !== 'image/jpeg') return `data:image/png;base64,${this.paper.png().toString('base64')}`
    const { width, height, pixels } = this.paper
    const args = ['-e', encoder, ...[width, height, Math.round(quality * 100)].map(String)]
    const bytes = execFileSync(process.execPath, args, { input: pixels, maxBuffer: 64 * 1024 * 1024 })
    return `data:${kind};base64,${bytes.toString('base64')}`
  }
}
