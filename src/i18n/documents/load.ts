import { wordsLoader } from '../wordsLoader'

/** The words of the page of documents that people edit together. */
export const loadDocumentWords = wordsLoader<'document'>({
  'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
  en: () => import(/* webpackMode: "eager" */ './en'),
  'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
})
