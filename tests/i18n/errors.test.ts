import { describe, expect, test } from '@jest/globals'
import { educationErrors } from '@/i18n/errors/education'
import { errorWords, previewReasonWords, wordError } from '@/i18n/errors'
import type { ErrorCode } from '@/contract/errors'
import { languages, places } from './catalogues'
import { foreignIn, mainlandWords } from './characters'

describe('the words of errors', () => {
  for (const language of languages) {
    test(`${language} has words for every code and every reason, with the placeholders of zh-CN`, () => {
      for (const [mine, reference] of [
        [errorWords[language], errorWords['zh-CN']],
        [previewReasonWords[language], previewReasonWords['zh-CN']],
      ] as const) {
        expect(Object.keys(mine)).toStrictEqual(Object.keys(reference))
        for (const [key, text] of Object.entries(mine)) {
          expect([key, text.trim()]).not.toStrictEqual([key, ''])
          expect([key, places(text)]).toStrictEqual([key, places((reference as Record<string, string>)[key] ?? '')])
        }
      }
    })

    test(`${language} shows a school no word of a company`, () => {
      const corporate = /公司|企业(?!微信)|企業(?!微信)|同事|部门|部門|compan|colleague|department/i
      const codes = Object.keys(errorWords[language]) as ErrorCode[]
      const left = codes.filter((code) => corporate.test(wordError(code, language, 'education')))
      expect(left).toStrictEqual([])
      for (const code of Object.keys(educationErrors[language]) as ErrorCode[]) {
        expect(wordError(code, language, 'education')).not.toBe(wordError(code, language, 'default'))
      }
    })
  }

  test.each(['zh-CN', 'zh-TW'] as const)('%s is written in its own characters', (language) => {
    const texts = [errorWords, previewReasonWords, educationErrors].flatMap((words) => Object.values(words[language]))
    expect(texts.flatMap((text) => foreignIn(text, language))).toStrictEqual([])
  })

  test('Taiwan has its own words', () => {
    const words = [errorWords, previewReasonWords, educationErrors].flatMap((each) => Object.values(each['zh-TW']))
    expect(words.filter((text) => mainlandWords.test(text))).toStrictEqual([])
  })

  test('a message names the locker, and the character that a name may not have', () => {
    expect(wordError('item_locked', 'zh-CN', 'default', { name: '李蔚' })).toBe('已被 李蔚 锁定，暂时不能操作')
    expect(wordError('name_character', 'en', 'default', { character: '|' })).toBe('The name can’t contain “|”.')
  })

  test('no two preview reasons of a language read alike (1§8: messages of their own)', () => {
    for (const language of languages) {
      const texts = Object.values(previewReasonWords[language])
      expect(new Set(texts).size).toBe(texts.length)
    }
  })
})
