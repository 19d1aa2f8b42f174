import type { Overlay } from '../Overlay'
import type { LatePhrases } from '../late/Phrases'
import type { MainPhrases } from './Phrases'

export const education: Overlay<MainPhrases & LatePhrases> = {
  space: { dept: 'Unit files' },
  row: { departments: '{n} unit|{n} units' },
  empty: {
    closed: { text: 'Your school has turned off personal files. Use unit or shared folders instead' },
    expired: { title: 'Your school’s subscription has expired' },
  },
  file: {
    share: {
      enterpriseDownloadForbidden: 'Your school doesn’t allow downloads',
      disabled: { publicDisabled: 'Your school has turned off public links' },
    },
  },
  security: { enrol: 'Your school requires two-step verification. Add this key to an authenticator app, then enter the 6-digit code it shows.' },
}
