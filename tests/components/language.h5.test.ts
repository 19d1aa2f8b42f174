import { afterEach, expect, test } from '@jest/globals'
import { createLanguage } from '@/platform/h5/language'

afterEach(() => {
  document.cookie = 'lang=; Max-Age=0; Path=/'
})

test('[I18N-02] a page that was sent before a choice is named by the choice', () => {
  document.documentElement.lang = 'zh-CN'
  document.cookie = 'lang=en; Path=/'
  expect(createLanguage().read().language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})
