import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of the preview, to be put behind the main ones. */
export function loadPreviewWords(language: Language): Promise<Catalogues<'preview'>> {
  return Promise.resolve([catalogues[language]])
}
