import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { pruneFonts } from '../../../scripts/pruneFonts.mjs'
import {
  FALLBACK_FONTS,
  FONT,
  installed,
  LAST_FONTS,
  MONO_FONT,
  SERIF_FONT,
} from '../../../server/previews/converters/font'

describe('[PREV-02] the fonts of previews', () => {
  test('are installed', () => {
    for (const font of [FONT, SERIF_FONT, MONO_FONT, ...FALLBACK_FONTS, ...LAST_FONTS])
      assert.ok(existsSync(font), font)
  })

  test('of the system are used where they are installed', () => {
    assert.deepEqual(installed('/no/such/font.ttf', FONT), [FONT])
  })

  test('stay where the unused weights of their packages are removed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
    try {
      const fonts = [FONT, SERIF_FONT, MONO_FONT, ...FALLBACK_FONTS].map((font) =>
        font.split('/').slice(-3, -1).join('/'),
      )
      const styles = ['400Regular_Italic', '700Bold', '700Bold_Italic'].map((style) => `carlito/${style}`)
      for (const weight of [...fonts, ...styles, 'carlito/500Medium', 'noto-sans-sc/900Black', 'noto-sans-sc/700Bold'])
        mkdirSync(join(folder, weight), { recursive: true })
      assert.equal(pruneFonts(folder), 3)
      for (const weight of [...fonts, ...styles]) assert.ok(existsSync(join(folder, weight)), weight)
      assert.deepEqual(readdirSync(join(folder, 'noto-sans-sc')), ['400Regular'])
      assert.equal(pruneFonts(folder), 0)
      assert.equal(pruneFonts(join(dirname(folder), 'no-such-folder')), 0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
