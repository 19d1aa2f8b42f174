import Taro from '@tarojs/taro'
import type { Brush, Outgoing, Pictures } from '../Platform'
import { promised } from './promised'

interface OffscreenCanvas {
  getContext(kind: '2d'): Brush | null
  toDataURL(kind: 'image/png'): string
}

/** The call of `wx` that makes a canvas without a place on the screen; older ones lack it. */
export interface PictureCalls {
  createOffscreenCanvas?(options: { type: '2d'; width: number; height: number }): OffscreenCanvas
}

/** The one drawn picture that lies on the phone, since WeChat saves and forwards files alone; the next one takes its place. */
const pathOf = () => `${Taro.env.USER_DATA_PATH}/picture.png`

/** Puts a drawn picture where WeChat takes it from. @param picture its data address @returns its path */
export async function writePicture(picture: string): Promise<string> {
  const filePath = pathOf()
  const data = picture.slice(picture.indexOf(',') + 1)
  await promised((callbacks) =>
    Taro.getFileSystemManager().writeFile({ filePath, data, encoding: 'base64', ...callbacks }),
  )
  return filePath
}

/**
 * A canvas without a place on the screen: one with a place would bring its template into every page. `canvasToTempFilePath` takes such a
 * canvas on some phones only, its data address can be had on all.
 */
export function createPictures(wx: PictureCalls, outgoing: Pick<Outgoing, 'handOver'>): Pictures {
  return {
    draw(size, draw) {
      const canvas = wx.createOffscreenCanvas?.({ type: '2d', ...size })
      const brush = canvas?.getContext('2d')
      if (!canvas || !brush) return null
      draw(brush)
      return canvas.toDataURL('image/png')
    },
    save: async (picture, name) =>
      outgoing.handOver('album', { path: await writePicture(picture), name, extension: 'png' }),
  }
}
