import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { education } from './education'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of signing in, for appending to the main ones. They are small enough for the same chunk as the code. */
export function loadAccountWords(language: Language, wording: Wording): Promise<Catalogues<'account'>> {
  return Promise.resolve([catalogues[language], ...(wording === 'education' ? [education[language]] : [])])
}
