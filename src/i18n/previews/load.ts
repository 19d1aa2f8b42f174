import { wordsLoader } from '../wordsLoader'

/** The words of the preview. */
export const loadPreviewWords = wordsLoader<'preview'>({
  'zh-CN': () => import(/* webpackChunkName: "words-preview-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-preview-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-preview-zh-TW" */ './zhTW'),
})
