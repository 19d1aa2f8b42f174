import { wordsLoader } from '../wordsLoader'

/** The words of the pickers. */
export const loadPickWords = wordsLoader<'pick'>({
  'zh-CN': () => import(/* webpackChunkName: "words-pick-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-pick-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-pick-zh-TW" */ './zhTW'),
})
