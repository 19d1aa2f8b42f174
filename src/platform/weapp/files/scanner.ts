import Taro from '@tarojs/taro'
import { sizeWithin } from '@/domain/scans/pixels'
import { FileUnreadable } from '../../fileFailures'
import type { Scanner } from '../../Platform'
import { promised } from '../network/promised'
import { isScanFile, scanPath } from './scanFiles'
import { readBytes } from './upload'

interface Frame {
  data: Uint8ClampedArray
}

interface Pen {
  drawImage(picture: object, x: number, y: number, width: number, height: number): void
  getImageData(x: number, y: number, width: number, height: number): Frame
  createImageData(width: number, height: number): Frame
  putImageData(frame: Frame, x: number, y: number): void
}

interface Picture {
  src: string
  width: number
  height: number
  onload(): void
  onerror(failure: unknown): void
}

interface Canvas {
  width: number
  height: number
  getContext(kind: '2d'): Pen | null
  createImage(): Picture
  toDataURL(kind: 'image/jpeg', quality: number): string
}

/** The call of `wx` that creates an offscreen canvas; older versions lack it. */
export interface ScannerCalls {
  createOffscreenCanvas?(options: { type: '2d'; width: number; height: number }): object
}

/**
 * Draws on offscreen canvases, as `createPictures` does. Some phones ignore the EXIF of a photo there, so the app shows only pictures that it read
 * itself, and the user can turn them.
 */
export async function createScanner(wx: ScannerCalls): Promise<Scanner> {
  const files = Taro.getFileSystemManager()
  let count = 0
  await removeLeftovers()

  function paper(width: number, height: number) {
    const canvas = wx.createOffscreenCanvas?.({ type: '2d', width, height }) as Canvas | undefined
    const pen = canvas?.getContext('2d')
    if (!canvas || !pen) throw new FileUnreadable()
    return { canvas, pen }
  }

  function newPath(extension: string): string {
    count += 1
    return scanPath(`${count}.${extension}`)
  }

  return {
    async read({ source }, side) {
      try {
        const { canvas, pen } = paper(1, 1)
        const picture = await load(canvas, source as string)
        const { width, height } = sizeWithin(picture, side)
        canvas.width = width
        canvas.height = height
        pen.drawImage(picture, 0, 0, width, height)
        const { data } = pen.getImageData(0, 0, width, height)
        return { width, height, data }
      } catch (cause) {
        throw new FileUnreadable({ cause })
      }
    },
    async write({ width, height, data }, quality) {
      const { canvas, pen } = paper(width, height)
      const frame = pen.createImageData(width, height)
      frame.data.set(data)
      pen.putImageData(frame, 0, 0)
      const address = canvas.toDataURL('image/jpeg', quality)
      const prefix = 'data:image/jpeg;base64,'
      if (!address.startsWith(prefix)) throw new FileUnreadable()
      const text = address.slice(prefix.length)
      const filePath = newPath('jpg')
      await written(filePath, (callbacks) =>
        files.writeFile({ filePath, data: text, encoding: 'base64', ...callbacks }),
      )
      const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
      return { name: '', size: (text.length / 4) * 3 - padding, thumbnail: filePath, source: filePath }
    },
    async bytesOf({ source, size }) {
      const bytes = await readBytes(source as string, 0, size).catch((cause: unknown) => {
        throw new FileUnreadable({ cause })
      })
      return new Uint8Array(bytes)
    },
    async join(name, parts) {
      const filePath = newPath('pdf')
      let size = 0
      for (const part of parts) {
        const data = part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength) as ArrayBuffer
        await written(filePath, (callbacks) =>
          size === 0
            ? files.writeFile({ filePath, data, ...callbacks })
            : files.appendFile({ filePath, data, ...callbacks }),
        )
        size += part.byteLength
      }
      return { name, size, isMade: true, source: filePath }
    },
    askBeforeLeaving() {},
  }

  /** Files of an earlier run, which ended before it could remove them. */
  async function removeLeftovers(): Promise<void> {
    const dirPath = Taro.env.USER_DATA_PATH!
    const { files: names } = await promised<{ files: string[] }>((callbacks) =>
      files.readdir({ dirPath, ...callbacks }),
    ).catch(() => ({ files: [] }))
    for (const name of names) {
      const filePath = `${dirPath}/${name}`
      if (isScanFile(filePath)) await remove(filePath)
    }
  }

  async function remove(filePath: string): Promise<void> {
    await promised((callbacks) => files.unlink({ filePath, ...callbacks })).catch(() => {})
  }

  /** Writes to the phone; removes what was written before a failure. @throws FileUnreadable if the phone has no room */
  async function written(filePath: string, start: Parameters<typeof promised>[0]): Promise<void> {
    await promised(start).catch(async (cause: unknown) => {
      await remove(filePath)
      throw new FileUnreadable({ cause })
    })
  }
}

function load(canvas: Canvas, path: string): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const picture = canvas.createImage()
    picture.onload = () => resolve(picture)
    picture.onerror = reject
    picture.src = path
  })
}
