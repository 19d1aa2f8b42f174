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
}
