import Taro from '@tarojs/taro'
import { closestLanguage } from '@/domain/text/closestLanguage'
import { languageChoice } from '../languageChoice'
import type { Platform } from '../Platform'

/** WeChat's own language setting. */
function wechatLanguage() {
  return closestLanguage([Taro.getAppBaseInfo().language ?? ''])
}

/** A mini-program has no cookies: its storage holds the choice, under the cookies' names (decisions 33). */
export function createLanguage(storage: Platform['storage']): Platform['language'] {
  return {
    read: () => languageChoice(storage.read('lang') ?? wechatLanguage(), storage.read('lang_type')),
    write({ language, wording }) {
      if (language) storage.write('lang', language)
      if (wording) storage.write('lang_type', wording)
    },
  }
}
