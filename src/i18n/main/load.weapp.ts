import type { Language, Wording } from '@/contract/entities'
import { education as educationEn } from './education.en'
import { education as educationZhCN } from './education.zhCN'
import { education as educationZhTW } from './education.zhTW'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues: Record<Wording, Record<Language, object[]>> = {
  default: { 'zh-CN': [zhCN], en: [en], 'zh-TW': [zhTW] },
  education: { 'zh-CN': [zhCN, educationZhCN], en: [en, educationEn], 'zh-TW': [zhTW, educationZhTW] },
}

/** The catalogues of a language, the overlay of its wording last. Always available: a mini-program package contains them all. */
export const mainWordsNow = (language: Language, wording: Wording): object[] => catalogues[wording][language]

/** The same, with the signature of builds that fetch them. */
export async function loadMainWords(language: Language, wording: Wording): Promise<object[]> {
  return mainWordsNow(language, wording)
}
