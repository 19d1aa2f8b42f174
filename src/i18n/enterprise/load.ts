import { wordsLoader } from '../wordsLoader'
import { education } from './education'

/** The words of promotions. */
export const loadPromotionWords = wordsLoader<'promotion'>(
  {
    'zh-CN': () => import(/* webpackChunkName: "words-promotion-zh-CN" */ './zhCN'),
    en: () => import(/* webpackChunkName: "words-promotion-en" */ './en'),
    'zh-TW': () => import(/* webpackChunkName: "words-promotion-zh-TW" */ './zhTW'),
  },
  education,
)
