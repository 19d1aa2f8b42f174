import type { Overlay } from '../Phrase'
import type { LazyPhrases } from '../lazy/zhCN'
import type { MainPhrases } from './zhCN'

export const education: Overlay<MainPhrases & LazyPhrases> = {
  space: { dept: '單位檔案' },
  collab: { departmentRemoved: '已移出單位「{name}」' },
  row: { departments: '{n} 個下級單位' },
  properties: { folder: { department: '單位資料夾' } },
  empty: {
    closed: { text: '學校已關閉個人空間，請使用單位或協作資料夾' },
    expired: { title: '學校的服務已到期' },
  },
}
