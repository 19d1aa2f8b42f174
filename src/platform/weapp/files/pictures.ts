import Taro from '@tarojs/taro'
import { DocumentRefused, type Brush, type HandOver, type Outgoing, type Pictures } from '../../Platform'
import type { WxFailure } from '../network/network'
import { promised, callOf, type Call } from '../network/promised'

interface OffscreenCanvas {
  getContext(kind: '2d'): Brush | null
  toDataURL(kind: 'image/png'): string
}

/** The calls of `wx` that create an offscreen canvas and share a picture; WeCom and older versions lack some. */
export interface PictureCalls {
  createOffscreenCanvas?(options: { type: '2d'; width: number; height: number }): OffscreenCanvas
  showShareImageMenu?: Call<{ path: string }>
}

/**
 * Draws on an offscreen canvas: one on the screen would add its template to every page. `canvasToTempFilePath` accepts an offscreen canvas only on
 * some phones; its data address works on all.
 */
export function createPictures(wx: PictureCalls, outgoing: Pick<Outgoing, 'handOver'>): Pictures {
  const hasMenu = callOf(wx, 'showShareImageMenu') !== undefined
  return {
    draw(size, draw) {
      const canvas = wx.createOffscreenCanvas?.({ type: '2d', ...size })
      const brush = canvas?.getContext('2d')
      if (!canvas || !brush) return null
      draw(brush)
      return canvas.toDataURL('image/png')
    },
    save: async (picture, name) =>
      outgoing.handOver('album', { source: await writePicture(picture), name, extension: 'png' }),
    ...(hasMenu && {
      async send(picture: string) {
        const path = await writePicture(picture)
        return promised((callbacks) => wx.showShareImageMenu?.({ path, ...callbacks })).then(
          () => 'done' as const,
          endOf,
        )
      },
    }),
  }
}

/** Writes a drawn picture to a file that WeChat can read. The next picture overwrites it. @returns its path */
async function writePicture(picture: string): Promise<string> {
  const filePath = `${Taro.env.USER_DATA_PATH}/picture.png`
  const data = picture.slice(picture.indexOf(',') + 1)
  await promised((callbacks) =>
    Taro.getFileSystemManager().writeFile({ filePath, data, encoding: 'base64', ...callbacks }),
  ).catch((failure: WxFailure) => {
    throw new DocumentRefused('viewer', { cause: failure })
  })
  return filePath
}

function endOf(failure: WxFailure): HandOver {
  if (/cancel/i.test(failure.errMsg ?? '')) return 'canceled'
  throw new DocumentRefused('viewer', { cause: failure })
}
