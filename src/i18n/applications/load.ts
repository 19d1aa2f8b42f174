import { wordsLoader } from '../wordsLoader'

/** The words of the embedded screens. */
export const loadOpenWords = wordsLoader<'open'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
