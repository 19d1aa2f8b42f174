import { wordsLoader } from '../../wordsLoader'

/** The words of the page on which a user allows an application. */
export const loadConsentWords = wordsLoader<'consent'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
