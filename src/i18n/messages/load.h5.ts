import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { MessagePhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: MessagePhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-message-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-message-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-message-zh-TW" */ './zhTW'),
}

/** The words of the message centre, to be put behind the main ones. */
export async function loadMessageWords(language: Language): Promise<Catalogues<'message'>> {
  return [(await catalogues[language]()).phrases]
}
