import type { Language } from '@/contract/entities'
import { addressLines, paragraph, sheet } from './letterSheet'
import type { Letter } from './Mailer'

/** Why a person gets a one-time link: they are new, an administrator reset their password, or they forgot it. */
export type LinkReason = 'invited' | 'reset' | 'forgotten'

interface Phrases {
  subject: Record<LinkReason, string>
  greeting: string
  text: Record<LinkReason, string>
  button: string
  login: string
  life: Record<LinkReason, string>
  ignore: string
  /** For people who sign on at a provider and have no password. */
  signOn: { subject: string; text: string; button: string }
  /** A recovery code was used (AH-55). */
  recovery: { subject: string; text: string; button: string; ignore: string }
}

const phrases: Record<Language, Phrases> = {
  'zh-CN': {
    subject: {
      invited: '{organisation}邀请你使用云盘',
      reset: '设置你在{organisation}的新密码',
      forgotten: '设置你在{organisation}的新密码',
    },
    greeting: '{name}，你好：',
    text: {
      invited: '{organisation}为你开通了云盘。请打开下面的链接，设置你自己的密码。',
      reset: '管理员重置了你在{organisation}的密码。请打开下面的链接，设置新密码。',
      forgotten: '有人在登录页请求重置你在{organisation}的密码。如果是你，请打开下面的链接，设置新密码。',
    },
    button: '设置密码',
    login: '你的账号：{login}',
    life: {
      invited: '链接 72 小时内有效，只能使用一次。请不要转发给别人。',
      reset: '链接 72 小时内有效，只能使用一次。请不要转发给别人。',
      forgotten: '链接 1 小时内有效，只能使用一次。请不要转发给别人。',
    },
    ignore: '如果不是你，请忽略这封邮件，你的密码不会改变。',
    signOn: {
      subject: '登录{organisation}',
      text: '有人在登录页请求重置你在{organisation}的密码。你没有单独的密码：请在登录页选择“{provider}”登录。',
      button: '打开登录页',
    },
    recovery: {
      subject: '有人用恢复码登录了你在{organisation}的账号',
      text: '刚才有人用恢复码代替验证码，登录了你在{organisation}的账号（{login}）。网络地址：{address}。还剩 {left} 个恢复码。',
      button: '打开安全设置',
      ignore: '如果不是你，请立即修改密码，并生成新的恢复码。',
    },
  },
  'zh-TW': {
    subject: {
      invited: '{organisation}邀請你使用雲端硬碟',
      reset: '設定你在{organisation}的新密碼',
      forgotten: '設定你在{organisation}的新密碼',
    },
    greeting: '{name}，你好：',
    text: {
      invited: '{organisation}為你開通了雲端硬碟。請開啟下面的連結，設定你自己的密碼。',
      reset: '管理員重設了你在{organisation}的密碼。請開啟下面的連結，設定新密碼。',
      forgotten: '有人在登入頁要求重設你在{organisation}的密碼。如果是你，請開啟下面的連結，設定新密碼。',
    },
    button: '設定密碼',
    login: '你的帳號：{login}',
    life: {
      invited: '連結 72 小時內有效，只能使用一次。請勿轉寄給別人。',
      reset: '連結 72 小時內有效，只能使用一次。請勿轉寄給別人。',
      forgotten: '連結 1 小時內有效，只能使用一次。請勿轉寄給別人。',
    },
    ignore: '如果不是你，請忽略這封郵件，你的密碼不會改變。',
    signOn: {
      subject: '登入{organisation}',
      text: '有人在登入頁要求重設你在{organisation}的密碼。你沒有單獨的密碼：請在登入頁選擇「{provider}」登入。',
      button: '開啟登入頁',
    },
    recovery: {
      subject: '有人用復原碼登入了你在{organisation}的帳號',
      text: '剛才有人用復原碼代替驗證碼，登入了你在{organisation}的帳號（{login}）。網路位址：{address}。還剩 {left} 個復原碼。',
      button: '開啟安全設定',
      ignore: '如果不是你，請立即變更密碼，並產生新的復原碼。',
    },
  },
  en: {
    subject: {
      invited: '{organisation} invites you to its drive',
      reset: 'Set your new password for {organisation}',
      forgotten: 'Set your new password for {organisation}',
    },
    greeting: 'Hello {name},',
    text: {
      invited: '{organisation} has set up a drive for you. Open the link below and choose your own password.',
      reset: 'An administrator reset your password for {organisation}. Open the link below and choose a new one.',
      forgotten:
        'Somebody asked on the sign-in page to reset your password for {organisation}. If it was you, open the link below and choose a new one.',
    },
    button: 'Choose a password',
    login: 'Your login: {login}',
    life: {
      invited: 'The link works once, within 72 hours. Do not pass it on.',
      reset: 'The link works once, within 72 hours. Do not pass it on.',
      forgotten: 'The link works once, within one hour. Do not pass it on.',
    },
    ignore: 'If it was not you, ignore this mail. Your password stays as it is.',
    signOn: {
      subject: 'Signing in to {organisation}',
      text: 'Somebody asked on the sign-in page to reset your password for {organisation}. You have none: choose “{provider}” on the sign-in page.',
      button: 'Open the sign-in page',
    },
    recovery: {
      subject: 'A recovery code signed in to your account at {organisation}',
      text: 'Somebody just used a recovery code in place of the 6-digit code to sign in to your account at {organisation} ({login}). Network address: {address}. Recovery codes left: {left}.',
      button: 'Open the security settings',
      ignore: 'If it was not you, change your password now and make new recovery codes.',
    },
  },
}

interface Facts {
  person: { name: string; login: string; email: string }
  organisation: { name: string; language: Language }
  /** The address behind the button. */
  url: string
}

/** A mail with a one-time link, in the language of the organisation. */
export function linkLetter({ reason, ...facts }: Facts & { reason: LinkReason }): Letter {
  const words = phrases[facts.organisation.language]
  return letterOf(facts, {
    subject: words.subject[reason],
    text: words.text[reason],
    button: words.button,
    // An administrator's reset has taken effect already.
    after: [words.login, words.life[reason], ...(reason === 'forgotten' ? [words.ignore] : [])],
  })
}

/** A mail for somebody who asks for a password although they sign on at a provider. */
export function signOnLetter({ provider, ...facts }: Facts & { provider: string }): Letter {
  const { signOn } = phrases[facts.organisation.language]
  return letterOf(facts, { ...signOn, after: [] }, { provider: oneLine(provider) })
}

/** A mail that a recovery code was used. @param facts.address network address of the sign-in; '' if unknown @param facts.left the codes that are left */
export function recoveryLetter({ address, left, ...facts }: Facts & { address: string; left: number }): Letter {
  const { ignore, ...words } = phrases[facts.organisation.language].recovery
  return letterOf(facts, { ...words, after: [ignore] }, { address: address || '–', left: String(left) })
}

function letterOf(
  { person, organisation, url }: Facts,
  parts: { subject: string; text: string; button: string; after: readonly string[] },
  more: Record<string, string> = {},
): Letter {
  const { language } = organisation
  const [name, login] = [oneLine(person.name), oneLine(person.login)]
  const values: Record<string, string> = { name, login, organisation: oneLine(organisation.name), ...more }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
  const before = [phrases[language].greeting, parts.text].map(fill)
  const after = parts.after.map(fill)
  return {
    to: { name, address: person.email },
    subject: fill(parts.subject),
    text: [...before, url, ...after].join('\n\n'),
    html: sheet(language, [...before.map(paragraph), ...addressLines(url, parts.button), ...after.map(paragraph)]),
  }
}

/** A name that ends no header and no line. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
