import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { OpenPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: OpenPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-open-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-open-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-open-zh-TW" */ './zhTW'),
}

/** The words of screens that others show in a frame, to be put behind the main ones. */
export async function loadOpenWords(language: Language): Promise<Catalogues<'open'>> {
  return [(await catalogues[language]()).phrases]
}
