import type { Overlay } from '../Phrase'
import type { LazyPhrases } from '../lazy/zhCN'
import type { MainPhrases } from './zhCN'

export const education: Overlay<MainPhrases & LazyPhrases> = {
  space: { dept: 'Unit files' },
  collab: { departmentRemoved: 'Unit “{name}” was removed' },
  row: { departments: '{n} unit|{n} units' },
  properties: { folder: { department: 'Unit folder' } },
  empty: {
    closed: { text: 'Your school has turned off personal files. Use unit or shared folders instead.' },
    expired: { title: 'Your school’s subscription has expired' },
  },
}
