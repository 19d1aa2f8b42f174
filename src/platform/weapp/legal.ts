import type Taro from '@tarojs/taro'
import type { LegalText } from '../Platform'
import { promised } from './network/promised'

type LegalCalls = Pick<Taro.TaroStatic, 'navigateTo' | 'openPrivacyContract'>

/**
 * Shows a legal text: for privacy WeChat's own guide if there is one, else the page with a web-view.
 * @param hasGuide from library 2.32.3
 */
export function createLegal(wx: LegalCalls, hasGuide: boolean) {
  return async function showLegal(text: LegalText, address: string): Promise<void> {
    const isGuideShown =
      hasGuide &&
      text === 'privacy' &&
      (await promised((callbacks) => wx.openPrivacyContract(callbacks)).then(
        () => true,
        () => false,
      ))
    if (!isGuideShown && address) await wx.navigateTo({ url: `/packages/lazy/legal/index?text=${text}` })
  }
}
