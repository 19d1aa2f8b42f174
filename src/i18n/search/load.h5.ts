import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-search-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-search-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-search-zh-TW" */ './zhTW'),
}

/** The words of the search, to be put behind the main ones. */
export async function loadSearchWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}
