import type { Language, Wording } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { education } from './education'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of signing in, light enough to come with its code, to be put behind the main ones. */
export function loadAccountWords(language: Language, wording: Wording): Promise<Catalogues<'account'>> {
  return Promise.resolve([catalogues[language], ...(wording === 'education' ? [education[language]] : [])])
}
