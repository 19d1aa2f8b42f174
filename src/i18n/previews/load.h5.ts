import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { PreviewPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: PreviewPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-preview-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-preview-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-preview-zh-TW" */ './zhTW'),
}

/** The words of the preview, to be put behind the main ones. */
export async function loadPreviewWords(language: Language): Promise<Catalogues<'preview'>> {
  return [(await catalogues[language]()).phrases]
}
