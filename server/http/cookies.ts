import type { FastifyRequest } from 'fastify'
import type { Language, Wording } from '@/contract/entities'
import type { Configuration } from '../config/configuration'

export const languageCookie = 'lang'
export const wordingCookie = 'lang_type'

type Request = Pick<FastifyRequest, 'protocol'>
type Config = Pick<Configuration, 'baseUrl'>

/** Whether users reach the server by https: as BASE_URL says, for a proxy may forget its headers. */
export function isSecure({ protocol }: Request, { baseUrl }: Config): boolean {
  return baseUrl === null ? protocol === 'https' : baseUrl.startsWith('https:')
}

/** Names of the cookies that hold the session and the device's token. With the prefix no other host of the domain can set them. */
export function cookieNames(request: Request, config: Config) {
  const prefix = isSecure(request, config) ? '__Host-' : ''
  return { session: `${prefix}satchel_session`, device: `${prefix}satchel_device` }
}

/** Of a value from outside; undefined when it says nothing we know. */
export function languageOf(value: unknown): Language | undefined {
  return value === 'zh-CN' || value === 'en' || value === 'zh-TW' ? value : undefined
}

export function wordingOf(value: unknown): Wording | undefined {
  return value === 'default' || value === 'education' ? value : undefined
}
