import { Converter } from 'opencc-js/t2cn'

/** The simplified form of each traditional character, of Taiwan and Hong Kong, too; characters without another form are missing. */
const simplified = new Map<string, string>()
/** All forms of a simplified character. */
const forms = new Map<string, string[]>()

/** Characters with a meaning in patterns. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/

const FIRST = 0x3400
const LAST = 0x9fff

// Each character on a line of its own, so that no phrase is converted.
const all = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCodePoint(FIRST + at))
for (const from of ['t', 'tw', 'hk'] as const) {
  const converted = Converter({ from, to: 'cn' })(all.join('\n')).split('\n')
  for (const [at, character] of all.entries()) {
    const plain = converted[at]!
    if (plain === character || simplified.has(character)) continue
    simplified.set(character, plain)
    forms.set(plain, [...(forms.get(plain) ?? [plain]), character])
  }
}

/** The character in its traditional and simplified forms; only itself if there are no others. */
function formsOf(character: string): readonly string[] {
  return forms.get(simplified.get(character) ?? character) ?? [character]
}

/** The simplified form of a character; the character itself if there is none. */
export function simplifiedForm(character: string): string {
  return simplified.get(character) ?? character
}

/** Whether another text is the same one in traditional or simplified characters. @param key as searchKey */
export function hasForms(key: string): boolean {
  return Array.from(key).some((character) => formsOf(character).length > 1)
}

/** A pattern for a key in all its forms, in the notation that PostgreSQL and JavaScript share. */
export function patternOf(key: string): string {
  return Array.from(key, (character) => {
    const known = formsOf(character)
    if (known.length > 1) return `[${known.join('')}]`
    return SYNTAX.test(character) ? `\\${character}` : character
  }).join('')
}

/** All forms of a short text. */
export function allForms(text: string): string[] {
  return Array.from(text).reduce<string[]>(
    (found, character) => found.flatMap((before) => formsOf(character).map((form) => before + form)),
    [''],
  )
}

/** The forms in which texts hold the keys. @param texts as searchKey */
export function formsIn(texts: readonly string[], keys: readonly string[]): string[] {
  const found = keys.flatMap((key) => {
    if (!hasForms(key)) return [key]
    const pattern = new RegExp(patternOf(key), 'gu')
    return [key, ...texts.flatMap((text) => text.match(pattern) ?? [])]
  })
  return [...new Set(found)]
}
