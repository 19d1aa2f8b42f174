import { wordsLoader } from '../wordsLoader'

/** The words of comments. */
export const loadCommentWords = wordsLoader<'comments'>({
  'zh-CN': () => import(/* webpackChunkName: "words-comments-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-comments-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-comments-zh-TW" */ './zhTW'),
})
