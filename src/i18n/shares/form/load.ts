import { wordsLoader } from '../../wordsLoader'
import { education } from './education'

/** The words of sharing. */
export const loadShareWords = wordsLoader<'share'>(
  {
    'zh-CN': () => import(/* webpackChunkName: "words-share-zh-CN" */ './zhCN'),
    en: () => import(/* webpackChunkName: "words-share-en" */ './en'),
    'zh-TW': () => import(/* webpackChunkName: "words-share-zh-TW" */ './zhTW'),
  },
  education,
)
