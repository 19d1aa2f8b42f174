import { wordsLoader } from '../wordsLoader'
import { education } from './load'

/** All words of the console. */
export const loadAdminWords = wordsLoader<'admin'>(
  {
    'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
    en: () => import(/* webpackMode: "eager" */ './en'),
    'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
  },
  education,
)
