import { wordsLoader } from '../wordsLoader'

/** The words of the message centre. */
export const loadMessageWords = wordsLoader<'message'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
