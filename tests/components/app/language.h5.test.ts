import { afterEach, expect, test } from '@jest/globals'
import { createLanguage } from '@/platform/h5/language'

afterEach(() => {
  document.cookie = 'lang=; Max-Age=0; Path=/'
})

test('[I18N-02] a choice renames a page that was sent before it', () => {
  document.documentElement.lang = 'zh-CN'
  document.cookie = 'lang=en; Path=/'
  expect(createLanguage().read().language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

test('[I18N-02] language and wording are stored in cookies of their own, for 30 days, only where they were chosen', () => {
  const written: string[] = []
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: (text) => written.push(text) })
  try {
    createLanguage().write({ language: 'en' })
    createLanguage().write({ language: 'zh-TW', wording: 'education' })
    createLanguage().write({ wording: 'default' })
  } finally {
    Reflect.deleteProperty(document, 'cookie')
  }
  const lasting = 'Max-Age=2592000; Path=/; SameSite=Lax'
  expect(written).toStrictEqual([
    `lang=en; ${lasting}`,
    `lang=zh-TW; ${lasting}`,
    `lang_type=education; ${lasting}`,
    `lang_type=default; ${lasting}`,
  ])
})
