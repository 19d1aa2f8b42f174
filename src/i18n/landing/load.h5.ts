import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { VisitPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: VisitPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-visit-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-visit-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-visit-zh-TW" */ './zhTW'),
}

/** The words of the page of a link, to be put behind the main ones. */
export async function loadVisitWords(language: Language): Promise<Catalogues<'visit'>> {
  return [(await catalogues[language]()).phrases]
}
