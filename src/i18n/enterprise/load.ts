import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { education } from './education'
import type { PromotionPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: PromotionPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-promotion-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-promotion-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-promotion-zh-TW" */ './zhTW'),
}

/** The words of promotions, to be put behind the main ones. */
export async function loadPromotionWords(language: Language, wording: Wording): Promise<Catalogues<'promotion'>> {
  return [(await catalogues[language]()).phrases, ...(wording === 'education' ? [education[language]] : [])]
}
