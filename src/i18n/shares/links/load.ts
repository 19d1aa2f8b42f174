import { wordsLoader } from '../../wordsLoader'
import { education } from './education'

/** The words of existing links. */
export const loadLinksWords = wordsLoader<'links'>(
  {
    'zh-CN': () => import(/* webpackChunkName: "words-links-zh-CN" */ './zhCN'),
    en: () => import(/* webpackChunkName: "words-links-en" */ './en'),
    'zh-TW': () => import(/* webpackChunkName: "words-links-zh-TW" */ './zhTW'),
  },
  education,
)
