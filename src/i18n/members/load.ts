import { wordsLoader } from '../wordsLoader'
import { education } from './education'

/** The words of members and invitations. */
export const loadMembersWords = wordsLoader<'members'>(
  {
    'zh-CN': () => import(/* webpackChunkName: "words-members-zh-CN" */ './zhCN'),
    en: () => import(/* webpackChunkName: "words-members-en" */ './en'),
    'zh-TW': () => import(/* webpackChunkName: "words-members-zh-TW" */ './zhTW'),
  },
  education,
)
