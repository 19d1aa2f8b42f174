import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { education } from './education'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of choosing people, for appending to the main ones. They are small enough for the same chunk as the code. */
export function loadPeopleWords(language: Language, wording: Wording): Promise<Catalogues<'people'>> {
  return Promise.resolve([catalogues[language], ...(wording === 'education' ? [education[language]] : [])])
}
