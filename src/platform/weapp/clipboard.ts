import Taro from '@tarojs/taro'
import { CopyFailed, PrivacyRefused } from '../Platform'
import type { WxFailure } from './network'
import { isPrivacyRefusal } from './privacy'
import { promised } from './promised'

/** @param authorize passes when the privacy authorisation is given */
export function createClipboard(authorize: () => Promise<void>) {
  return async function copyText(data: string): Promise<void> {
    await authorize()
    await promised((callbacks) => Taro.setClipboardData({ ...callbacks, data })).catch((failure: WxFailure) => {
      throw isPrivacyRefusal(failure) ? new PrivacyRefused() : new CopyFailed({ cause: failure })
    })
  }
}
