import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of the pickers, to be put behind the main ones. */
export function loadPickWords(language: Language): Promise<Catalogues<'pick'>> {
  return Promise.resolve([catalogues[language]])
}
