import { wordsLoader } from '../../wordsLoader'

/** The words of the set-up page and of one-time links. */
export const loadArrivalWords = wordsLoader<'arrival'>({
  'zh-CN': () => import(/* webpackChunkName: "words-arrival" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-arrival" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-arrival" */ './zhTW'),
})
