import type { SharePhrases } from './Phrases'

export const phrases: SharePhrases = {
  share: {
    title: '分享',
    address: '位址',
    copy: '複製位址',
    note: '只有可以檢視它的人才能開啟這個位址。',
  },
}
