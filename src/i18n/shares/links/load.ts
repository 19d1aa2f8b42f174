import { wordsLoader } from '../../wordsLoader'
import type { Language } from '@/contract/entities'
import type { Overlay } from '../../Phrase'
import type { LinksPhrases } from './zhCN'

/** The overrides for schools. */
export const education: Record<Language, Overlay<LinksPhrases>> = {
  'zh-CN': {
    links: {
      enterprise: '全校',
      enterpriseTitle: '全校的分享',
      access: { company: '本校', collaborators: '指定的成员' },
      received: { empty: { text: '成员分享给你的链接和文件夹会出现在这里' } },
    },
  },
  en: {
    links: {
      enterprise: 'Whole school',
      enterpriseTitle: 'Shares of the school',
      access: { company: 'This school', collaborators: 'Chosen members' },
      received: { empty: { text: 'Links and folders that members of your school share with you appear here' } },
    },
  },
  'zh-TW': {
    links: {
      enterprise: '全校',
      enterpriseTitle: '全校的分享',
      access: { company: '本校', collaborators: '指定的成員' },
      received: { empty: { text: '成員分享給你的連結和資料夾會出現在這裡' } },
    },
  },
}

/** The words of existing links. */
export const loadLinksWords = wordsLoader<'links'>(
  {
    'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
    en: () => import(/* webpackMode: "eager" */ './en'),
    'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
  },
  education,
)
