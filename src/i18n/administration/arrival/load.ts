import { wordsLoader } from '../../wordsLoader'

/** The words of the set-up page and of one-time links. */
export const loadArrivalWords = wordsLoader<'arrival'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
