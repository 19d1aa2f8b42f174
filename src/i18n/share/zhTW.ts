import type { SharePhrases } from './Phrases'

export const phrases: SharePhrases = {
  share: {
    title: '分享',
    address: '位址',
    copy: '複製位址',
    note: '只有可以檢視它的人才能開啟這個位址。',
  },
  file: {
    share: {
      enterpriseDownloadForbidden: '公司已禁止下載',
      disabled: {
        publicDisabled: '公司已關閉公開分享',
      },
      shareFieldErrorTips: '有內容填寫不正確，請檢查後再儲存',
    },
  },
}
