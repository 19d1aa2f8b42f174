import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { education } from './education'
import type { MembersPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: MembersPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-members-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-members-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-members-zh-TW" */ './zhTW'),
}

/** The words of working together, to be put behind the main ones. */
export async function loadMembersWords(language: Language, wording: Wording): Promise<Catalogues<'members'>> {
  return [(await catalogues[language]()).phrases, ...(wording === 'education' ? [education[language]] : [])]
}
