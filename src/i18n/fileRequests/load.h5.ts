import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { CollectPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: CollectPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-collect-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-collect-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-collect-zh-TW" */ './zhTW'),
}

/** The words of collecting files, to be put behind the main ones. */
export async function loadCollectWords(language: Language): Promise<Catalogues<'collect'>> {
  return [(await catalogues[language]()).phrases]
}
