import { wordsLoader } from '../wordsLoader'

/** The words of a link's landing page. */
export const loadLandingWords = wordsLoader<'visit'>({
  'zh-CN': () => import(/* webpackChunkName: "words-visit-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-visit-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-visit-zh-TW" */ './zhTW'),
})
