import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest, sample } from '../../support/deep'
import { bytesAt, fileOf, finished, startDocumentServer, textOf } from './documentServer'

describe('[PREV-02] a text shows the letters that a phone shows', () => {
  startDocumentServer(() => new Date())

  const words: [string, string][] = [
    ['Korean', '안녕하세요 회의록'],
    ['emoji', '😀 👍 🎉 ❤ 👨‍👩‍👧 🇨🇳'],
    ['Thai', 'สวัสดีครับ'],
    ['Hebrew', 'שלום'],
    ['Czech, Polish, Turkish', 'žluťoučký kůň zażółć ğüşi'],
    ['signs', '₽ ₹ ☑ ʃəŋ'],
    ['Hanzi of Hong Kong', '香港嘅咗'],
    ['Arabic', 'مرحبا بالعالم'],
    ['Persian', 'می‌خواهم گپ'],
    ['Uyghur', 'ئۇيغۇرچە'],
    ['Hindi', 'नमस्ते दुनिया'],
    ['Bengali', 'বাংলা ভাষা'],
    ['Punjabi', 'ਪੰਜਾਬੀ'],
    ['Gujarati', 'ગુજરાતી'],
    ['Odia', 'ଓଡ଼ିଆ'],
    ['Tamil', 'தமிழ் நாடு'],
    ['Telugu', 'తెలుగు'],
    ['Kannada', 'ಕನ್ನಡ'],
    ['Malayalam', 'മലയാളം'],
    ['Sinhala', 'සිංහල'],
    ['Tibetan', 'བོད་ཡིག'],
    ['Khmer', 'ភាសាខ្មែរ'],
    ['Lao', 'ພາສາລາວ'],
    ['Burmese', 'မြန်မာ'],
    ['Armenian, Georgian', 'Հայերեն ქართული'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ'],
    ['Yi', 'ꆈꌠꁱꂷ'],
    ['Amharic, Cherokee', 'አማርኛ ᏣᎳᎩ'],
    ['Syriac, Thaana', 'ܫܠܡܐ ދިވެހި'],
    ['N’Ko', 'ߒߞߏ'],
    ['Tai Le, Lisu', 'ᥖᥭᥰᥖᥬᥳ ꓡꓲꓢꓴ'],
    ['Javanese, Inuktitut, Tifinagh, Santali', 'ꦗꦮ ᐃᓄᒃ ⵜⵉⴼ ᱥᱟᱱ'],
    ['signs of mathematics', '∀x∈ℝ ⟨a⟩ ≝ ⨁ 𝐀𝛼'],
    ['arrows and braille', '⇄ ⤴ ⟶ ➤ ⠓⠊ ♞ Ⅻ'],
  ]
  const lettersOf = (text: string) => new Set(text.replace(/[\s\u200c\u200d\ufe0f]/g, '').normalize('NFC'))

  /** The scripts with letters that a preview lacks. */
  const missingIn = async (name: string, those: typeof words) => {
    const lines = those.map(([, text]) => `中文 ${text} end`)
    const { preview_url } = await finished((await fileOf(name, lines.join('\n\n'))).id)
    const shown = lettersOf(await textOf(await bytesAt(preview_url)))
    return those.flatMap(([script, text]) => {
      const letters = [...lettersOf(text)].filter((letter) => !shown.has(letter))
      return letters.length > 0 ? [`${script}: ${letters.join(' ')}`] : []
    })
  }

  // Joined letters of several languages share parts of glyphs, which a PDF names by their first use.
  const isAlone = ([script]: [string, string]) => /Persian|Uyghur/.test(script)
  for (const word of words) {
    const each = isAlone(word) ? test : deepTest
    each(`${word[0]} in a.txt`, async () => assert.deepEqual(await missingIn('a.txt', [word]), []))
  }

  const together = words.filter((word) => !isAlone(word))
  for (const name of sample(['a.txt', 'a.log', 'a.md'], 1)) {
    test(`all in ${name}`, async () => assert.deepEqual(await missingIn(name, together), []))
  }

  deepTest('also where a page ends, within a paragraph and between lines', async () => {
    for (const name of ['c.txt', 'c.md']) {
      const text = `${'สวัสดีครับ '.repeat(600)}\n\n${'Џон\n\n'.repeat(60)}`
      const { preview_url } = await finished((await fileOf(name, text)).id)
      const shown = await textOf(await bytesAt(preview_url))
      assert.deepEqual([shown.split('ส').length - 1, shown.split('Џон').length - 1], [1200, 60], name)
    }
  })

  test('also in a table and in code of Markdown', async () => {
    const { preview_url } = await finished((await fileOf('b.md', '|가|b|\n|-|-|\n|나|😀|\n\n`코드`\n')).id)
    const shown = lettersOf(await textOf(await bytesAt(preview_url)))
    for (const letter of '가나😀코드') assert.ok(shown.has(letter), letter)
  })
})
