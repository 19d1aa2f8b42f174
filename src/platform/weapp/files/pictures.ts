import Taro from '@tarojs/taro'
import { DocumentRefused, type Brush, type HandOver, type Outgoing, type Pictures } from '../../Platform'
import { callOf, type Call } from '../network/callOf'
import type { WxFailure } from '../network/network'
import { promised } from '../network/promised'

interface OffscreenCanvas {
  getContext(kind: '2d'): Brush | null
  toDataURL(kind: 'image/png'): string
}

/** The calls of `wx` that make a canvas without a place on the screen and pass a picture on; older ones and WeCom lack some. */
export interface PictureCalls {
  createOffscreenCanvas?(options: { type: '2d'; width: number; height: number }): OffscreenCanvas
  showShareImageMenu?: Call<{ path: string }>
}

/**
 * A canvas without a place on the screen: one with a place would bring its template into every page. `canvasToTempFilePath` takes such a
 * canvas on some phones only, its data address can be had on all.
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
      outgoing.handOver('album', { source: await written(picture), name, extension: 'png' }),
    ...(hasMenu && {
      async send(picture: string) {
        const path = await written(picture)
        return promised((callbacks) => wx.showShareImageMenu?.({ path, ...callbacks })).then(
          () => 'done' as const,
          endOf,
        )
      },
    }),
  }
}

/** Puts a drawn picture where WeChat takes it from: one file, in whose place the next one comes. @returns its path */
async function written(picture: string): Promise<string> {
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
