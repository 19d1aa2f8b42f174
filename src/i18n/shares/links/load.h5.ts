import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../../Phrase'
import type { LinksPhrases } from './Phrases'
import { education } from './education'

const catalogues: Record<Language, () => Promise<{ phrases: LinksPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-links-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-links-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-links-zh-TW" */ './zhTW'),
}

/** The words of links that were made, to be put behind the main ones. */
export async function loadLinksWords(language: Language, wording: Wording): Promise<Catalogues<'links'>> {
  return [(await catalogues[language]()).phrases, ...(wording === 'education' ? [education[language]] : [])]
}
