import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../../Phrase'
import type { SharePhrases } from './Phrases'
import { education } from './education'

const catalogues: Record<Language, () => Promise<{ phrases: SharePhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-share-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-share-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-share-zh-TW" */ './zhTW'),
}

/** The words of sharing, to be put behind the main ones. */
export async function loadShareWords(language: Language, wording: Wording): Promise<Catalogues<'share'>> {
  return [(await catalogues[language]()).phrases, ...(wording === 'education' ? [education[language]] : [])]
}
