import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-account-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-account-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-account-zh-TW" */ './zhTW'),
}

/** The words of signing in, to be put behind the main ones. */
export async function loadAccountWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}
