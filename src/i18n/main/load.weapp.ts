import type { Language, Wording } from '@/contract/entities'
import { education as educationEn } from './education.en'
import { education as educationZhCN } from './education.zhCN'
import { education as educationZhTW } from './education.zhTW'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }
const overlays = { 'zh-CN': educationZhCN, en: educationEn, 'zh-TW': educationZhTW }

/** The catalogues of a language, the overlay of its wording last; a mini-program package carries them all. */
export function mainWordsNow(language: Language, wording: Wording): object[] {
  const base = catalogues[language]
  return wording === 'education' ? [base, overlays[language]] : [base]
}

/** The same, as where they have to be fetched. */
export async function loadMainWords(language: Language, wording: Wording): Promise<object[]> {
  return mainWordsNow(language, wording)
}
