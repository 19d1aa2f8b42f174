import type { AccountPhrases } from './Phrases'

export const phrases: AccountPhrases = {
  login: {
    title: '登入{product}',
    account: '電子郵件、手機號碼或帳號',
    password: '密碼',
    language: '語言',
    submit: '登入',
    showPassword: '顯示密碼',
    accountRequired: '請輸入帳號',
    passwordRequired: '請輸入密碼',
  },
  security: {
    title: '安全設定',
    enterCode: '開啟驗證器，輸入目前顯示的 6 位驗證碼。',
    enrol: '公司要求兩步驟驗證。請在驗證器（如 Google Authenticator）中加入下方的金鑰，再輸入它顯示的 6 位驗證碼。',
    secret: '金鑰',
    code: '6 位驗證碼',
    submit: '驗證',
    passed: '兩步驟驗證已通過',
    goOn: '繼續',
  },
}
