import type { Language, Wording } from '@/contract/entities'
import type { Overlay } from '../Phrase'
import { education as educationEn } from './education/en'
import { education as educationZhCN } from './education/zhCN'
import { education as educationZhTW } from './education/zhTW'
import { phrases as en } from './first/en'
import { phrases as zhCN } from './first/zhCN'
import { phrases as zhTW } from './first/zhTW'
import type { AdminPhrases } from './zhCN'

/** The overrides for schools. */
export const education: Record<Language, Overlay<AdminPhrases>> = {
  'zh-CN': educationZhCN,
  en: educationEn,
  'zh-TW': educationZhTW,
}

/** The catalogues of a language, the overlay of its wording last. The chunk that uses them contains them all, so they are there at once. */
export const adminWordsOf =
  (catalogues: Record<Language, object>) =>
  (language: Language, wording: Wording): object[] => [
    catalogues[language],
    ...(wording === 'education' ? [education[language]] : []),
  ]

/** The words of the console's frame and of the list of people. The others arrive with the other places. */
export const firstAdminWords = adminWordsOf({ 'zh-CN': zhCN, en, 'zh-TW': zhTW })
