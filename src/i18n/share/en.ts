import type { SharePhrases } from './Phrases'

export const phrases: SharePhrases = {
  share: {
    title: 'Share',
    address: 'Address',
    copy: 'Copy address',
    note: 'Only people who may see the item can open this address.',
  },
  file: {
    share: {
      enterpriseDownloadForbidden: 'Your company doesn’t allow downloads',
      disabled: {
        publicDisabled: 'Your company has turned off public links',
      },
      shareFieldErrorTips: 'Some fields aren’t right. Please check them before saving',
    },
  },
}
