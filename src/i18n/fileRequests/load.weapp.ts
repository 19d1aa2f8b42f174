import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of collecting files, to be put behind the main ones. */
export function loadCollectWords(language: Language): Promise<Catalogues<'collect'>> {
  return Promise.resolve([catalogues[language]])
}
