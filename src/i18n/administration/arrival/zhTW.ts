import type { ArrivalPhrases } from './zhCN'

export const phrases: ArrivalPhrases = {
  arrival: {
    invalid: { title: '連結無法使用' },
    setup: {
      title: '設定書包雲盤',
      text: '建立你的組織，並成為它的第一位管理員。',
      kind: '用於',
      school: {
        label: '學校',
        organisation: '學校名稱',
        departments: '單位（可以以後再加）',
        departmentsHint: '每行一個單位，縮排表示下級單位',
      },
      company: {
        label: '企業',
        organisation: '企業名稱',
        departments: '部門（可以以後再加）',
        departmentsHint: '每行一個部門，縮排表示下級部門',
      },
      name: '你的姓名',
      login: '帳號',
      loginHint: '用來登入，例如電子郵件地址',
      password: '密碼',
      again: '再次輸入密碼',
      submit: '建立',
    },
    next: {
      title: '{name} 已建立',
      text: '接下來可以：',
      people: '新增人員，或從表格匯入',
      links: '把一次性連結傳給每個人，他們用它設定自己的密碼',
      policies: '檢查分享與安全政策；線上文件和試算表預設關閉，在那裡開啟',
      directories: '有企業微信或 LDAP 目錄時，在「政策」裡連接',
      console: '開啟管理後台',
      files: '開啟我的檔案',
    },
    welcome: {
      first: '{name}，歡迎使用',
      reset: '{name}，請設定新密碼',
      text: '{organisation} · 帳號 {login}',
      password: '新密碼',
      again: '再次輸入新密碼',
      hint: '至少 {n} 個字元',
      submit: '設定密碼並登入',
    },
    required: '請填寫此項',
    different: '兩次輸入的密碼不一致',
    show: '顯示密碼',
  },
}
