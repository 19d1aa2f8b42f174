import type { Language } from '@/contract/entities'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of signing in, to be put behind the main ones. */
export function loadAccountWords(language: Language): Promise<object[]> {
  return Promise.resolve([catalogues[language]])
}
