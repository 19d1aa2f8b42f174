import { wordsLoader } from '../wordsLoader'

/** The words of comments. */
export const loadCommentWords = wordsLoader<'comments'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
