import { wordsLoader } from '../wordsLoader'

/** The words of the embedded screens. */
export const loadOpenWords = wordsLoader<'open'>({
  'zh-CN': () => import(/* webpackChunkName: "words-open-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-open-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-open-zh-TW" */ './zhTW'),
})
