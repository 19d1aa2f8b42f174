import { wordsLoader } from '../wordsLoader'

/** The words of the message centre. */
export const loadMessageWords = wordsLoader<'message'>({
  'zh-CN': () => import(/* webpackChunkName: "words-message-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-message-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-message-zh-TW" */ './zhTW'),
})
