import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { SearchPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: SearchPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-search-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-search-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-search-zh-TW" */ './zhTW'),
}

/** The words of the search, to be put behind the main ones. */
export async function loadSearchWords(language: Language): Promise<Catalogues<'search'>> {
  return [(await catalogues[language]()).phrases]
}
