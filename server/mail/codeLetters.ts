import type { Language } from '@/contract/entities'
import { addressLines, codeLine, paragraph, sheet } from './letterSheet'
import type { Letter } from './Mailer'

interface Phrases {
  code: { subject: string; text: string; life: string; ignore: string }
  account: { subject: string; text: string; button: string; ignore: string }
}

const phrases: Record<Language, Phrases> = {
  'zh-CN': {
    code: {
      subject: '{product}的注册验证码',
      text: '你正在用这个邮箱注册{product}，验证码是：',
      life: '验证码 {minutes} 分钟内有效。请不要告诉别人。',
      ignore: '如果不是你，请忽略这封邮件，不会创建账号。',
    },
    account: {
      subject: '你已经有{product}账号',
      text: '有人用这个邮箱注册{product}，但它已经有账号。如果是你，请直接登录；忘了密码，可以在登录页找回。',
      button: '打开登录页',
      ignore: '如果不是你，请忽略这封邮件，你的账号不会改变。',
    },
  },
  'zh-TW': {
    code: {
      subject: '{product}的註冊驗證碼',
      text: '你正在用這個信箱註冊{product}，驗證碼是：',
      life: '驗證碼 {minutes} 分鐘內有效。請勿告訴別人。',
      ignore: '如果不是你，請忽略這封郵件，不會建立帳號。',
    },
    account: {
      subject: '你已經有{product}帳號',
      text: '有人用這個信箱註冊{product}，但它已經有帳號。如果是你，請直接登入；忘了密碼，可以在登入頁找回。',
      button: '開啟登入頁',
      ignore: '如果不是你，請忽略這封郵件，你的帳號不會改變。',
    },
  },
  en: {
    code: {
      subject: 'Your code to register with {product}',
      text: 'You are registering with {product} by this e-mail address. The code is:',
      life: 'The code is valid for {minutes} minutes. Do not tell it to anybody.',
      ignore: 'If it was not you, ignore this mail. No account will be created.',
    },
    account: {
      subject: 'You have an account with {product}',
      text: 'Somebody tried to register with {product} by this e-mail address, but it has an account already. If it was you, sign in. If you forgot the password, the sign-in page helps.',
      button: 'Open the sign-in page',
      ignore: 'If it was not you, ignore this mail. Your account stays as it is.',
    },
  },
}

interface Facts {
  email: string
  language: Language
  product: string
}

/** A mail with a code for registering. Nothing that a stranger typed is in it. */
export function codeLetter({ code, minutes, ...facts }: Facts & { code: string; minutes: number }): Letter {
  const words = phrases[facts.language].code
  const fill = (text: string) => filled(text, { product: facts.product, minutes })
  const [before, after] = [fill(words.text), [words.life, words.ignore].map(fill)]
  return {
    to: { name: '', address: facts.email },
    subject: fill(words.subject),
    text: [before, code, ...after].join('\n\n'),
    html: sheet(facts.language, [paragraph(before), codeLine(code), ...after.map(paragraph)]),
  }
}

/** A mail for somebody whose address has an account already. @param url the sign-in page */
export function accountLetter({ url, ...facts }: Facts & { url: string }): Letter {
  const words = phrases[facts.language].account
  const fill = (text: string) => filled(text, { product: facts.product })
  const [before, after] = [fill(words.text), fill(words.ignore)]
  return {
    to: { name: '', address: facts.email },
    subject: fill(words.subject),
    text: [before, url, after].join('\n\n'),
    html: sheet(facts.language, [paragraph(before), ...addressLines(url, words.button), paragraph(after)]),
  }
}

function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, key: string) => String(values[key] ?? place))
}
