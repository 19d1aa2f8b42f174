import type { Language } from '@/contract/entities'
import type { Overlay } from '../Phrase'
import { wordsLoader } from '../wordsLoader'
import type { AdminPhrases } from './zhCN'

/** The overrides for schools. */
export const education: Record<Language, Overlay<AdminPhrases>> = {
  'zh-CN': {
    admin: {
      refused: { text: '需要管理时，请联系学校的所有者。' },
      policies: {
        access: { company: '本校的人' },
        fields: {
          is_share_link_public_access_disabled: { text: '链接只有本校的人能打开，已有的公开链接停用' },
          share_with_colleagues_disallowed: { label: '禁止分享给师生', text: '不能把文件指名分享给本校的人' },
          share_default_watermark_content: { text: '例如学校名称，留空则没有' },
        },
        appearance: { name: '学校名称', wordingText: '全校的默认用词' },
      },
    },
  },
  en: {
    admin: {
      refused: { text: 'Ask an owner of your school.' },
      policies: {
        access: { company: 'Our school' },
        fields: {
          is_share_link_public_access_disabled: {
            text: 'Only people of the school open links. Public links stop working.',
          },
          share_with_colleagues_disallowed: { text: 'Nobody shares files with named people of the school.' },
        },
        appearance: { name: 'Name of the school', wordingText: 'The default of the whole school' },
      },
    },
  },
  'zh-TW': {
    admin: {
      refused: { text: '需要管理時，請聯絡學校的擁有者。' },
      policies: {
        access: { company: '本校的人' },
        fields: {
          is_share_link_public_access_disabled: { text: '連結只有本校的人能開啟，已有的公開連結停用' },
          share_with_colleagues_disallowed: { label: '禁止分享給師生', text: '不能把檔案指名分享給本校的人' },
          share_default_watermark_content: { text: '例如學校名稱，留空則沒有' },
        },
        appearance: { name: '學校名稱', wordingText: '全校的預設用詞' },
      },
    },
  },
}

/** The words of the console. */
export const loadAdminWords = wordsLoader<'admin'>(
  {
    'zh-CN': () => import(/* webpackChunkName: "words-admin-zh-CN" */ './zhCN'),
    en: () => import(/* webpackChunkName: "words-admin-en" */ './en'),
    'zh-TW': () => import(/* webpackChunkName: "words-admin-zh-TW" */ './zhTW'),
  },
  education,
)
