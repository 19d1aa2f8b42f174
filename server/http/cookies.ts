import type { Language, Wording } from '@/contract/entities'

export const sessionCookie = 'satchel_session'
export const languageCookie = 'lang'
export const wordingCookie = 'lang_type'

/** Of a value from outside; undefined when it says nothing we know. */
export function languageOf(value: unknown): Language | undefined {
  return value === 'zh-CN' || value === 'en' || value === 'zh-TW' ? value : undefined
}

export function wordingOf(value: unknown): Wording | undefined {
  return value === 'default' || value === 'education' ? value : undefined
}
