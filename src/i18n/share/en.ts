import type { SharePhrases } from './Phrases'

export const phrases: SharePhrases = {
  share: {
    title: 'Share',
    address: 'Address',
    copy: 'Copy address',
    note: 'Only people who may see the item can open this address.',
  },
}
