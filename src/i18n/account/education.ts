import type { Language } from '@/contract/entities'
import type { Overlay } from '../Overlay'
import type { AccountPhrases } from './Phrases'

/** What a school calls otherwise. */
export const education: Record<Language, Overlay<AccountPhrases>> = {
  'zh-CN': {
    security: {
      enrol:
        '学校要求两步验证。请在验证器（如微信小程序“腾讯身份验证器”或 Google Authenticator）里添加下面的密钥，再输入它显示的 6 位验证码。',
    },
  },
  en: {
    security: {
      enrol:
        'Your school requires two-step verification. Add this key to an authenticator app, then enter the 6-digit code it shows.',
    },
  },
  'zh-TW': {
    security: {
      enrol: '學校要求兩步驟驗證。請在驗證器（如 Google Authenticator）中加入下方的金鑰，再輸入它顯示的 6 位驗證碼。',
    },
  },
}
