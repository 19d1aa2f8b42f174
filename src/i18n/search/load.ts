import { wordsLoader } from '../wordsLoader'

/** The words of the search. */
export const loadSearchWords = wordsLoader<'search'>({
  'zh-CN': () => import(/* webpackChunkName: "words-search-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-search-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-search-zh-TW" */ './zhTW'),
})
