import type { Language } from '@/contract/entities'
import type { Catalogues } from '../Phrase'
import type { CommentsPhrases } from './Phrases'

const catalogues: Record<Language, () => Promise<{ phrases: CommentsPhrases }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-comments-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-comments-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-comments-zh-TW" */ './zhTW'),
}

/** The words of comments, to be put behind the main ones. */
export async function loadCommentWords(language: Language): Promise<Catalogues<'comments'>> {
  return [(await catalogues[language]()).phrases]
}
