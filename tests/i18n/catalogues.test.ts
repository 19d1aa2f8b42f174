import { describe, expect, test } from '@jest/globals'
import { allOf, flat, languages, overlays, packages, places } from './catalogues'
import { foreignIn, mainlandWords } from './characters'

const traditional = /[檔資夾刪稱檢網設請這個與為開關後載傳點復選擇讀儲還沒錄號權聯絡電驗證確認編輯預覽]/
const simplified = /[档资夹删称检网设请这个与为开关后载传点复选择读储还没录号权请联络电验证确认编辑预览]|服务器/

for (const [name, catalogues] of Object.entries(packages)) {
  const reference = flat(catalogues['zh-CN'])

  describe(`[I18N-01] the phrases of ${name}`, () => {
    for (const language of languages) {
      const texts = flat(catalogues[language])

      test(`every key has a text in ${language}`, () => {
        expect([...texts.keys()]).toStrictEqual([...reference.keys()])
        expect([...texts].filter(([, text]) => text.trim() === '')).toStrictEqual([])
      })

      test(`${language} has the placeholders of zh-CN`, () => {
        const differing = [...texts].filter(
          ([key, text]) => places(text).join('|') !== places(reference.get(key) ?? '').join('|'),
        )
        expect(differing).toStrictEqual([])
      })

      test(`a plural in ${language} has two forms and an n`, () => {
        const wrong = [...texts].filter(
          ([, text]) => text.includes('|') && (text.split('|').length !== 2 || !text.includes('{n}')),
        )
        expect(wrong).toStrictEqual([])
      })
    }

    test('neither Chinese contains the words of the other', () => {
      expect([...reference].filter(([, text]) => traditional.test(text))).toStrictEqual([])
      expect([...flat(catalogues['zh-TW'])].filter(([, text]) => simplified.test(text))).toStrictEqual([])
    })

    test('each Chinese is written in its own characters', () => {
      for (const language of ['zh-CN', 'zh-TW'] as const)
        expect([...flat(catalogues[language]).values()].flatMap((text) => foreignIn(text, language))).toStrictEqual([])
    })

    test('Taiwan has its own words', () => {
      expect([...flat(catalogues['zh-TW'])].filter(([, text]) => mainlandWords.test(text))).toStrictEqual([])
    })

    test('English that has several sentences ends the last one', () => {
      const open = [...flat(catalogues.en)].filter(([, text]) =>
        text.split('|').some((form) => /[.?!] [A-Z“]/.test(form) && !/[.?!:]$/.test(form)),
      )
      expect(open).toStrictEqual([])
    })

    test('English contains no Chinese', () => {
      expect([...flat(catalogues.en)].filter(([, text]) => /[\u3000-\u9fff\uff00-\uffef]/.test(text))).toStrictEqual([])
    })
  })
}

describe('[I18N-01] the education wording', () => {
  test('the education wording for Taiwan has its own words', () => {
    expect([...flat(overlays['zh-TW'])].filter(([, text]) => mainlandWords.test(text))).toStrictEqual([])
  })

  for (const language of languages) {
    const base = new Map(allOf(language).flatMap((catalogue) => [...flat(catalogue)]))
    const overlay = flat(overlays[language])

    test(`${language} replaces only existing keys, with other texts and the same placeholders`, () => {
      for (const [key, text] of overlay) {
        const before = base.get(key)
        expect([...base.keys()]).toContain(key)
        expect([key, before]).not.toStrictEqual([key, text])
        expect([key, places(text)]).toStrictEqual([key, places(before ?? '')])
      }
    })

    test(`${language} says school, member, unit instead of company, colleague, department, everywhere`, () => {
      const corporate = /公司|企业(?!微信)|企業(?!微信)|同事|部门|部門|compan|colleague|department/i
      /*
       * The names of a choice, and what the set-up page shows after the choice of a company. A school sees the words of a school there. WeCom's
       * console has the same words for everybody.
       */
      const companies = /^(me\.wordings\.default|arrival\.setup\.company\.\w+|admin\.weCom\.corp_id(Text)?)$/
      const left = [...base].filter(([key, text]) => corporate.test(overlay.get(key) ?? text)).map(([key]) => key)
      expect(left.filter((key) => !companies.test(key))).toStrictEqual([])
      expect(left).toContain('me.wordings.default')
    })
  }
})
