import { wordsLoader } from '../wordsLoader'

/** The words of offline files. They are part of its code, so that they are there without a network. */
export const loadOfflineWords = wordsLoader<'offline'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
