import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'
import type { Privacy } from './privacy'

export interface Clipboard {
  api: Api
  text: string
}

/** `wx.setClipboardData` (which shows WeChat's own toast) and `wx.getClipboardData`. */
export function clipboardFamily(device: Device, privacy: Privacy): Clipboard {
  const clipboard: Clipboard = {
    text: '',
    api: {
      setClipboardData: device.asynchronous('setClipboardData', async ({ data }) => {
        await privacy.demand('setClipboardData')
        if (typeof data !== 'string') throw new WxFailure('parameter error: parameter.data should be String')
        clipboard.text = data
      }),
      getClipboardData: device.asynchronous('getClipboardData', async () => {
        await privacy.demand('getClipboardData')
        return { data: clipboard.text }
      }),
    },
  }
  return clipboard
}
