import { checkEmail } from '@/domain/session/logins'
import { Problem } from './settingValues'

/** The SMTP server that sends mails, and their sender. */
export interface MailConfiguration {
  host: string
  port: number
  /** TLS from the first byte. Otherwise the connection begins plain and becomes TLS where the server offers it (STARTTLS). */
  isSecure: boolean
  account: { user: string; pass: string } | null
  from: MailAddress
}

export interface MailAddress {
  /** '' = none */
  name: string
  address: string
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T

/** Settings whose values never appear in messages. */
export const mailSecrets = ['SMTP_URL']

/** Reads the settings of mails; null = no mails. @param problems receives conflicts between settings */
export function readMail(read: Read, problems: string[], baseUrl: string | null): MailConfiguration | null {
  const server = read<Omit<MailConfiguration, 'from'> | null>('SMTP_URL', null, parseSmtpAddress)
  const from = read<MailAddress | null>('MAIL_FROM', null, parseSender)
  if (server === null && from === null) return null
  if (server === null || from === null) {
    problems.push(server === null ? 'MAIL_FROM: SMTP_URL is needed, too' : 'SMTP_URL: MAIL_FROM is needed, too')
    return null
  }
  // The address of a request may be forged, so links in mails never use it.
  if (baseUrl === null) problems.push('SMTP_URL: BASE_URL is needed, too: mails contain links to the server')
  return { ...server, from }
}

/** Such as `smtps://user:password@mail.example` or `smtp://mail.example:587`. */
function parseSmtpAddress(text: string): Omit<MailConfiguration, 'from'> | Problem {
  const problem = new Problem('an address such as smtps://user:password@mail.example:465 is needed')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return problem
  }
  const { protocol, hostname, port, username, password, pathname, search, hash } = url
  const isSecure = protocol === 'smtps:'
  if ((!isSecure && protocol !== 'smtp:') || hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '')
    return problem
  if ((username === '') !== (password === '')) return problem
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    account: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

/** `Name <address>`, or an address. */
function parseSender(text: string): MailAddress | Problem {
  const [, name = '', inner] = /^(.*?)\s*<([^<>]*)>$/.exec(text) ?? []
  const address = checkEmail(inner ?? text)
  return address === null || /[\p{C}<>"]/u.test(name)
    ? new Problem('an address such as Satchel <drive@school.example> is needed')
    : { name, address }
}
