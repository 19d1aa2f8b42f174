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

type Whole = Promise<{ phrases: AdminPhrases }>

/** The words of the console's frame and of the list of people. The others arrive with the other places. */
export const loadFirstAdminWords = wordsLoader<'admin'>(
  {
    'zh-CN': () => import(/* webpackMode: "eager" */ './first/zhCN') as Whole,
    en: () => import(/* webpackMode: "eager" */ './first/en') as Whole,
    'zh-TW': () => import(/* webpackMode: "eager" */ './first/zhTW') as Whole,
  },
  education,
)
