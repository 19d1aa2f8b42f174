import { existsSync, readFileSync } from 'node:fs'
import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'
import { OffscreenCanvas } from './OffscreenCanvas'

export interface DrawnPictures {
  api: Api
  /** Files passed to WeChat's menu for a picture. */
  sent: Buffer[]
}

/** `createOffscreenCanvas`, which paints bitmaps, and `showShareImageMenu`. */
export function picturesFamily(device: Device): DrawnPictures {
  const sent: Buffer[] = []
  const api: Api = {
    createOffscreenCanvas({ type, width, height }: { type: string; width: number; height: number }) {
      if (type !== '2d') throw new Error('the app draws on a 2d canvas')
      return new OffscreenCanvas(device, width, height)
    },
    showShareImageMenu: device.asynchronous('showShareImageMenu', ({ path }) => {
      const disk = device.files.diskPath(path)
      if (!disk || !existsSync(disk)) throw new WxFailure(`file doesn't exist: ${String(path)}`)
      sent.push(readFileSync(disk))
    }),
  }
  if (device.options.weCom) delete api.showShareImageMenu
  return { api, sent }
}
