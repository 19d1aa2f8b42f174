import * as en from './en'
import * as educationEn from './education.en'
import * as educationZhCN from './education.zhCN'
import * as educationZhTW from './education.zhTW'
import * as zhCN from './zhCN'
import * as zhTW from './zhTW'

/** The words of rows and of the bar at the foot, from a catalogue of the first page. */
function ofRows({ row, time, foot }: { row?: object; time?: object; foot?: object }): object {
  return { row, time, foot }
}

/** The words with which the shell draws rows before any script is loaded, by `language` and `wording-language`. */
export const rowWords: Record<string, object> = {
  'zh-CN': ofRows(zhCN.phrases),
  'zh-TW': ofRows(zhTW.phrases),
  en: ofRows(en.phrases),
  'education-zh-CN': ofRows(educationZhCN.education),
  'education-zh-TW': ofRows(educationZhTW.education),
  'education-en': ofRows(educationEn.education),
}
