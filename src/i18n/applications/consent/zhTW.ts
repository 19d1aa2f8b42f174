import type { ConsentPhrases } from './zhCN'

export const phrases: ConsentPhrases = {
  consent: {
    title: '「{name}」想存取你的檔案',
    account: '目前帳號：{name}（{login}）',
    may: '允許後，它可以代表你：',
    scopes: {
      item_read: '檢視檔案和資料夾的清單與資訊',
      item_preview: '預覽檔案',
      item_download: '下載檔案',
      item_upload: '上傳檔案、新增資料夾',
      item_edit: '重新命名檔案和資料夾、修改說明',
      item_delete: '刪除（包括永久刪除）和還原',
      item_comment: '檢視、發表和刪除評論',
      item_share: '把檔案和資料夾分享給任何人，管理你的分享連結',
      item_collab: '邀請協作成員、修改他們的權限、移除他們',
      people_read: '檢視通訊錄',
      profile_edit: '修改你的姓名',
    },
    limits: '它不會有比你更多的權限。以後可以在「安全設定」裡停止。',
    target: '接著會開啟 {target}。',
    codeNext: '接著會顯示一個授權碼，由你填到應用程式裡。',
    allow: '允許',
    decline: '不允許',
    otherAccount: '換個帳號',
    leaving: '正在開啟 {target}',
    code: {
      title: '授權碼',
      text: '請把它填到「{name}」裡。十分鐘內有效，只能用一次。不要傳給別人。',
      copy: '複製授權碼',
      copied: '已複製',
    },
    declined: { title: '沒有允許', text: '「{name}」不能存取你的檔案。可以關閉這個頁面了。' },
    invalid: {
      title: '無法授權',
      account: '{name}（{login}）不能使用這個應用程式。請換個帳號，或聯絡管理員。',
      application: '{reason}。請告訴應用程式的提供者。沒有向它傳送任何內容。',
      request: '應用程式的要求有誤',
    },
  },
}
