import type { Language } from '@/contract/entities'
import type { Overlay } from '../Overlay'
import type { SharePhrases } from './Phrases'

/** What a school calls otherwise. */
export const education: Record<Language, Overlay<SharePhrases>> = {
  'zh-CN': {
    file: {
      share: {
        enterpriseDownloadForbidden: '学校已禁止下载',
        disabled: { publicDisabled: '学校已关闭公开分享' },
      },
    },
  },
  en: {
    file: {
      share: {
        enterpriseDownloadForbidden: 'Your school doesn’t allow downloads',
        disabled: { publicDisabled: 'Your school has turned off public links' },
      },
    },
  },
  'zh-TW': {
    file: {
      share: {
        enterpriseDownloadForbidden: '學校已禁止下載',
        disabled: { publicDisabled: '學校已關閉公開分享' },
      },
    },
  },
}
