import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-pick-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-pick-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-pick-zh-TW" */ './zhTW'),
}

/** The words of the pickers, to be put behind the main ones. */
export async function loadPickWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}
