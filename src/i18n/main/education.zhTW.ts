import type { Overlay } from '../Overlay'
import type { LatePhrases } from '../late/Phrases'
import type { MainPhrases } from './Phrases'

export const education: Overlay<MainPhrases & LatePhrases> = {
  space: { dept: '單位檔案' },
  row: { departments: '{n} 個下級單位' },
  empty: {
    closed: { text: '學校已關閉個人空間，請使用單位或協作資料夾' },
    expired: { title: '學校的服務已到期' },
  },
  file: {
    share: {
      enterpriseDownloadForbidden: '學校已禁止下載',
      disabled: { publicDisabled: '學校已關閉公開分享' },
    },
  },
  security: { enrol: '學校要求兩步驟驗證。請在驗證器（如 Google Authenticator）中加入下方的金鑰，再輸入它顯示的 6 位驗證碼。' },
}
