import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { PeoplePhrases } from './Phrases'
import { education } from './education'

const catalogues: Record<Language, () => Promise<{ phrases: PeoplePhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-people-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-people-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-people-zh-TW" */ './zhTW'),
}

/** The words of choosing people, to be put behind the main ones. */
export async function loadPeopleWords(language: Language, wording: Wording): Promise<Catalogues<'people'>> {
  return [(await catalogues[language]()).phrases, ...(wording === 'education' ? [education[language]] : [])]
}
