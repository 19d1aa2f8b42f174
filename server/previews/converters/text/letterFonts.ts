import { FALLBACK_FONTS, FONT, KOREAN_FONT, LAST_FONTS, MONO_FONT } from '../font'
import type { Paper } from './paper'

/** points between lines */
export const GAP = 3

interface Glyph {
  advanceWidth: number
}

interface Run {
  glyphs: Glyph[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  readonly advanceWidth: number
}

interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean
  glyphsForString(text: string): Glyph[]
  layout(text: string, ...more: unknown[]): Run
}

/** A part of a text in one font. */
export interface Stretch {
  text: string
  font: string
}

type FontOf = (letter: string) => string

/** Accents, joiners, selectors and skin tones, which stay in the font of the letter before them. */
const ATTACHED = /^[\p{M}\u200c\u200d\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]$/u

const QUOTES = /[‘’“”]/
/** Quotation marks are as wide as these letters and signs. */
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\u3000-\u303f\uff00-\uffef]/u

const known = new WeakMap<Paper, { sans: FontOf; narrow: FontOf; mono: FontOf }>()

/**
 * Returns the first font that has a letter: the monospaced one if wanted, the text font, or one of other scripts.
 * @param line the text in which the letter stands; its quotation marks are narrow if no Chinese or Japanese stands there
 */
export function fontOfLetter(paper: Paper, isMono: boolean, line = ''): FontOf {
  const found = known.get(paper) ?? {
    sans: chooseFrom(paper, [FONT, ...FALLBACK_FONTS, ...LAST_FONTS]),
    narrow: chooseFrom(paper, [KOREAN_FONT, FONT, ...FALLBACK_FONTS, ...LAST_FONTS]),
    mono: chooseFrom(paper, [MONO_FONT, FONT, ...FALLBACK_FONTS, ...LAST_FONTS]),
  }
  known.set(paper, found)
  if (isMono) return found.mono
  return QUOTES.test(line) && !WIDE.test(line) ? found.narrow : found.sans
}

function chooseFrom(paper: Paper, fonts: readonly string[]): FontOf {
  const chosen = new Map<string, string>()
  return (letter) => {
    let font = chosen.get(letter)
    if (font === undefined) {
      const codePoint = letter.codePointAt(0)!
      font = fonts.find((one) => glyphsOf(paper, one).hasGlyphForCodePoint(codePoint)) ?? fonts[0]!
      chosen.set(letter, font)
    }
    return font
  }
}

/** Fonts are opened when a letter needs them. */
function glyphsOf(paper: Paper, path: string): Glyphs {
  const { _font: current } = paper as unknown as { _font: unknown }
  const { font } = (paper.font(path) as unknown as { _font: { font: Glyphs } })._font
  Object.assign(paper, { _font: current })
  if (!careful.has(font)) makeCareful(font)
  return font
}

const careful = new WeakSet<Glyphs>()

/** Some sequences of letters break the library's rules for joining; they are set letter by letter. */
function makeCareful(font: Glyphs): void {
  careful.add(font)
  const layout = font.layout.bind(font)
  font.layout = (text, ...more) => {
    try {
      return layout(text, ...more)
    } catch {
      return letterByLetter(font.glyphsForString(text))
    }
  }
}

function letterByLetter(glyphs: Glyph[]): Run {
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
  return {
    glyphs,
    positions,
    // The library scales the positions before it reads the width.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}

/** Splits a text by the fonts that have its letters. */
export function stretchesOf(text: string, fontOf: FontOf): Stretch[] {
  const stretches: Stretch[] = []
  for (const letter of text) {
    const last = stretches.at(-1)
    const font = last && ATTACHED.test(letter) ? last.font : fontOf(letter)
    if (last?.font === font) last.text += letter
    else stretches.push({ text: letter, font })
  }
  return stretches
}

interface FontMeasures {
  ascender: number
  lineHeight(size: number, includesGap: boolean): number
}

/** Sets the font of a stretch. @returns options that keep the lines and the baseline of the text font */
export function useFont(paper: Paper, font: string): { lineGap: number; baseline?: number } {
  const { _font: text, _fontSize: size } = paper.font(FONT) as unknown as { _font: FontMeasures; _fontSize: number }
  if (font === FONT) return { lineGap: GAP }
  const { _font: own } = paper.font(font) as unknown as { _font: FontMeasures }
  // The library breaks a page by the height of the next letters. All stretches of a line have one height, so that none leaves the others.
  own.lineHeight = text.lineHeight.bind(text)
  return { lineGap: GAP, baseline: (-text.ascender / 1000) * size }
}
