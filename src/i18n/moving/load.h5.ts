import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { PickPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: PickPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-pick-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-pick-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-pick-zh-TW" */ './zhTW'),
}

/** The words of the pickers, to be put behind the main ones. */
export async function loadPickWords(language: Language): Promise<Catalogues<'pick'>> {
  return [(await catalogues[language]()).phrases]
}
