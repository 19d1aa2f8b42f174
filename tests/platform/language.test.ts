import { describe, expect, test } from '@jest/globals'
import { cookieText, readCookie } from '@/platform/h5/cookies'
import { languageChoice } from '@/platform/languageChoice'

describe('the language cookies', () => {
  const cookies: [string, string, string | undefined][] = [
    ['lang=en; lang_type=education', 'lang', 'en'],
    ['lang=en; lang_type=education', 'lang_type', 'education'],
    ['xlang=zh-TW; lang=en', 'lang', 'en'],
    ['lang_type=education', 'lang', undefined],
    ['', 'lang', undefined],
    ['lang', 'lang', undefined],
    ['a=b=c; lang = zh-TW ', 'lang', 'zh-TW'],
    ['lang=%E4%B8%AD', 'lang', '中'],
    ['lang=%E4', 'lang', '%E4'],
  ]
  for (const [text, name, value] of cookies) {
    test(`${name} of ${JSON.stringify(text)} is ${value}`, () => expect(readCookie(text, name)).toBe(value))
  }

  test('a cookie lives 30 days on the whole site', () => {
    expect(cookieText('lang', 'zh-CN', 30)).toBe('lang=zh-CN; Max-Age=2592000; Path=/; SameSite=Lax')
  })
})

describe('the stored choice', () => {
  const choices: [unknown, unknown, ReturnType<typeof languageChoice>][] = [
    ['en', 'education', { language: 'en', wording: 'education' }],
    ['zh-TW', undefined, { language: 'zh-TW', wording: undefined }],
    ['fr', 'default', { language: undefined, wording: 'default' }],
    [{ language: 'en' }, 7, { language: undefined, wording: undefined }],
  ]
  for (const [language, wording, expected] of choices) {
    test(JSON.stringify([language, wording]), () => expect(languageChoice(language, wording)).toStrictEqual(expected))
  }
})
