import { wordsLoader } from '../../wordsLoader'
import type { Language } from '@/contract/entities'
import type { Overlay } from '../../Phrase'
import type { SharePhrases } from './zhCN'

/** The overrides for schools. */
export const education: Record<Language, Overlay<SharePhrases>> = {
  'zh-CN': {
    share: {
      mode: {
        colleagues: '成员',
      },
      access: {
        company: '学校内',
        collaborators: '指定成员',
      },
      accessNote: {
        company: '登录后的学校成员',
        collaborators: '只有被选中的成员',
      },
      quick: {
        title: '直接发给成员',
      },
      people: {
        none: '还没有选择成员',
      },
      perms: {
        managed: '带锁的选项由学校统一设置',
        limitForced: '学校要求限制次数',
        watermarkForced: '学校要求保留，不能关闭',
        forwardForced: '学校不允许转发',
      },
      fault: {
        share_public_disabled: '学校已关闭公开分享',
        share_company_disabled: '这项内容不能分享给整个学校',
        share_colleagues_disabled: '学校已关闭分享给成员',
        share_download_disabled: '学校已禁止下载',
        share_forward_disabled: '学校不允许转发',
        share_limit_required: '学校要求限制次数',
        share_visitor_watermark_required: '学校要求显示访客水印',
        share_receivers_missing: '请至少选择一位成员',
      },
    },
    file: {
      share: {
        enterpriseDownloadForbidden: '学校已禁止下载',
        disabled: {
          publicDisabled: '学校已关闭公开分享',
        },
      },
    },
  },
  en: {
    share: {
      mode: {
        colleagues: 'Members',
      },
      access: {
        company: 'School',
        collaborators: 'Named members',
      },
      accessNote: {
        company: 'Members of your school, signed in',
        collaborators: 'Only the members you choose',
      },
      quick: {
        title: 'Send to a member',
      },
      people: {
        none: 'No members chosen yet',
      },
      perms: {
        managed: 'Options with a lock are set by your school',
        limitForced: 'Your school requires a limit',
        watermarkForced: 'Required by your school',
        forwardForced: 'Your school doesn’t allow forwarding',
      },
      fault: {
        share_public_disabled: 'Your school has turned off public links',
        share_company_disabled: 'This can’t be shared with the whole school',
        share_colleagues_disabled: 'Your school has turned off sharing with members',
        share_download_disabled: 'Your school doesn’t allow downloads',
        share_forward_disabled: 'Your school doesn’t allow forwarding',
        share_limit_required: 'Your school requires a limit',
        share_visitor_watermark_required: 'Your school requires the visitor’s name as a watermark',
        share_receivers_missing: 'Choose at least one member',
      },
    },
    file: {
      share: {
        enterpriseDownloadForbidden: 'Your school doesn’t allow downloads',
        disabled: {
          publicDisabled: 'Your school has turned off public links',
        },
      },
    },
  },
  'zh-TW': {
    share: {
      mode: {
        colleagues: '成員',
      },
      access: {
        company: '學校內',
        collaborators: '指定成員',
      },
      accessNote: {
        company: '登入後的學校成員',
        collaborators: '只有被選中的成員',
      },
      quick: {
        title: '直接傳給成員',
      },
      people: {
        none: '還沒有選擇成員',
      },
      perms: {
        managed: '帶鎖的選項由學校統一設定',
        limitForced: '學校要求限制次數',
        watermarkForced: '學校要求保留，不能關閉',
        forwardForced: '學校不允許轉傳',
      },
      fault: {
        share_public_disabled: '學校已關閉公開分享',
        share_company_disabled: '這項內容不能分享給整個學校',
        share_colleagues_disabled: '學校已關閉分享給成員',
        share_download_disabled: '學校已禁止下載',
        share_forward_disabled: '學校不允許轉傳',
        share_limit_required: '學校要求限制次數',
        share_visitor_watermark_required: '學校要求顯示訪客浮水印',
        share_receivers_missing: '請至少選擇一位成員',
      },
    },
    file: {
      share: {
        enterpriseDownloadForbidden: '學校已禁止下載',
        disabled: {
          publicDisabled: '學校已關閉公開分享',
        },
      },
    },
  },
}

/** The words of sharing. */
export const loadShareWords = wordsLoader<'share'>(
  {
    'zh-CN': () => import(/* webpackChunkName: "words-share-zh-CN" */ './zhCN'),
    en: () => import(/* webpackChunkName: "words-share-en" */ './en'),
    'zh-TW': () => import(/* webpackChunkName: "words-share-zh-TW" */ './zhTW'),
  },
  education,
)
