import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-share-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-share-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-share-zh-TW" */ './zhTW'),
}

/** The words of sharing, to be put behind the main ones. */
export async function loadShareWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}
