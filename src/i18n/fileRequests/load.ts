import { wordsLoader } from '../wordsLoader'

/** The words of collecting files. */
export const loadFileRequestWords = wordsLoader<'collect'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
