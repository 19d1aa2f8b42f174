import type { Language } from '@/contract/entities'
import type { Overlay } from '../Phrase'
import { wordsLoader } from '../wordsLoader'
import { education as educationEn } from './education/en'
import { education as educationZhCN } from './education/zhCN'
import { education as educationZhTW } from './education/zhTW'
import type { AdminPhrases } from './zhCN'

/** The overrides for schools. */
export const education: Record<Language, Overlay<AdminPhrases>> = {
  'zh-CN': educationZhCN,
  en: educationEn,
  'zh-TW': educationZhTW,
}

/** The words of the console. */
export const loadAdminWords = wordsLoader<'admin'>(
  {
    'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
    en: () => import(/* webpackMode: "eager" */ './en'),
    'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
  },
  education,
)
