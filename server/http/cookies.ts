import type { FastifyRequest } from 'fastify'
import type { Language, Wording } from '@/contract/entities'
import type { Configuration } from '../config/configuration'

export const languageCookie = 'lang'
export const wordingCookie = 'lang_type'

type Request = Pick<FastifyRequest, 'protocol'>
type Config = Pick<Configuration, 'baseUrl'>

/** Whether users reach the server by https. BASE_URL decides, because a proxy may omit its headers. */
export function isSecure({ protocol }: Request, { baseUrl }: Config): boolean {
  return baseUrl === null ? protocol === 'https' : baseUrl.startsWith('https:')
}

/** Names of the cookies for the session and the device's token. The prefix keeps other hosts of the domain from setting them. */
export function cookieNames(request: Request, config: Config) {
  const prefix = isSecure(request, config) ? '__Host-' : ''
  return { session: `${prefix}satchel_session`, device: `${prefix}satchel_device` }
}

/** Reads a value from outside; undefined when it is unknown. */
export function languageOf(value: unknown): Language | undefined {
  return value === 'zh-CN' || value === 'en' || value === 'zh-TW' ? value : undefined
}

export function wordingOf(value: unknown): Wording | undefined {
  return value === 'default' || value === 'education' ? value : undefined
}
