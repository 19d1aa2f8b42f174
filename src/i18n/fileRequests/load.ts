import { wordsLoader } from '../wordsLoader'

/** The words of collecting files. */
export const loadFileRequestWords = wordsLoader<'collect'>({
  'zh-CN': () => import(/* webpackChunkName: "words-collect-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-collect-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-collect-zh-TW" */ './zhTW'),
})
