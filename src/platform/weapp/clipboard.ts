import Taro from '@tarojs/taro'
import { CopyFailed } from '../Platform'
import type { WxFailure } from './network/network'
import { privacyFailure } from './privacy'
import { promised } from './network/promised'

/** @param authorize resolves when the privacy authorisation is given */
export function createClipboard(authorize: () => Promise<void>) {
  return async function copyText(data: string): Promise<void> {
    await authorize()
    await promised((callbacks) => Taro.setClipboardData({ ...callbacks, data })).catch((failure: WxFailure) => {
      throw privacyFailure(failure) ?? new CopyFailed({ cause: failure })
    })
  }
}
