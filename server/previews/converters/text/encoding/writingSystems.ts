import {
  ARABIC,
  CENTRAL,
  CZECH,
  ESPERANTO,
  ESTONIAN,
  FRAMES,
  FRENCH,
  GERMAN,
  GREEK,
  HANGUL,
  HEBREW,
  HIRAGANA,
  HUNGARIAN,
  IBERIAN,
  ICELANDIC,
  ITALIAN,
  KANJI,
  KATAKANA,
  KAZAKH,
  LATVIAN,
  LITHUANIAN,
  MALTESE,
  NORDIC,
  POLISH,
  ROMANIAN,
  RUSSIAN,
  SERBIAN,
  SIMPLIFIED,
  SLOVAK,
  SOUTH_SLAVIC,
  THAI,
  TRADITIONAL,
  TURKISH,
  UKRAINIAN,
  VIETNAMESE,
  WELSH,
  WESTERN,
  WHOLE_VIETNAMESE,
} from './frequentLetters'

/**
 * The costs of letters in a text of a writing system: the negative logarithms of their probabilities. The encoding that makes the whole text
 * cheapest is the likeliest one.
 */
export interface WritingSystem {
  costs: ReadonlyMap<string, number>
  /** The cost of any other letter. */
  other: number
  /** `syllables` stand anywhere, `letters` form words of their own, `accents` stand among Latin letters. */
  kind: 'syllables' | 'letters' | 'accents'
}

/** Letters that share a probability. `offset` set: ranked, the more frequent first; the larger the offset, the flatter. */
type Group = [letters: string, share: number, offset?: number]
/** Lines of tables, in texts of China, Japan and Korea. */
const TABLES: Group = [FRAMES, 0.02, 4]

const PUNCTUATION = '，。、：；？！“”‘’（）《》—…·　【】「」『』～'
const WESTERN_SIGNS = '’“”–—…‘«»€°©®·•£§¿¡´ªº™½×'
const FULL_WIDTH = lettersBetween(0xff01, 0xff5e)
const HALF_KATAKANA = lettersBetween(0xff61, 0xff9f)
const SIGNS = `№×÷±℃°§※★☆○●◎◇◆□■△▲→←↑↓①②③④⑤⑥⑦⑧⑨⑩ⅠⅡⅢⅣⅤ·¨々〇〈〉〔〕〖〗＂￥${lettersBetween(0x2500, 0x257f)}${lettersBetween(0x3b1, 0x3c9)}`
const KANA = HIRAGANA + KATAKANA

/** The letters of a legacy encoding in the order of its bytes. */
function lettersOf(encoding: string, [from, to]: [number, number], [low, high]: [number, number]): string {
  const bytes: number[] = []
  for (let lead = from; lead <= to; lead += 1) for (let trail = low; trail <= high; trail += 1) bytes.push(lead, trail)
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes)).replace(/\ufffd|[\0-\x7f]/g, '')
}

function lettersBetween(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join('')
}

function systemOf(kind: WritingSystem['kind'], other: number, ...groups: Group[]): WritingSystem {
  const costs = new Map<string, number>()
  for (const [text, share, offset] of groups) {
    const letters = [...new Set(text)]
    const weights = letters.map((_, at) => (offset === undefined ? 1 : 1 / (at + offset)))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    letters.forEach((letter, at) => {
      const cost = -Math.log((share * weights[at]!) / sum)
      costs.set(letter, Math.min(cost, costs.get(letter) ?? Infinity))
    })
  }
  return { costs, other, kind }
}

const alphabet = (letters: string, signs = WESTERN_SIGNS) =>
  systemOf('letters', 13, [letters, 0.95, 4], [signs, 0.03, 6])
const accents = (letters: string) => systemOf('accents', 13, [letters, 0.35, 4], [WESTERN_SIGNS, 0.3, 2])

/** Built at the first use, because most texts are UTF-8. */
export const writingSystems = {
  simplified: once(() =>
    systemOf(
      'syllables',
      16,
      [SIMPLIFIED, 0.68, 10],
      [PUNCTUATION, 0.12],
      [lettersOf('gb18030', [0xb0, 0xd7], [0xa1, 0xfe]), 0.16],
      [lettersOf('gb18030', [0xd8, 0xf7], [0xa1, 0xfe]), 0.01],
      [TRADITIONAL, 0.01, 10],
      [FULL_WIDTH, 0.01],
      [KANA + SIGNS, 0.006],
      TABLES,
    ),
  ),
  traditional: once(() =>
    systemOf(
      'syllables',
      16,
      [TRADITIONAL, 0.68, 10],
      [PUNCTUATION, 0.12],
      [lettersOf('big5', [0xa4, 0xc6], [0x40, 0xfe]), 0.16],
      [lettersOf('big5', [0xc9, 0xf9], [0x40, 0xfe]), 0.01],
      [FULL_WIDTH, 0.01],
      [SIGNS, 0.003],
      TABLES,
    ),
  ),
  japanese: once(() =>
    systemOf(
      'syllables',
      16,
      [HIRAGANA, 0.45, 4],
      [KATAKANA, 0.15, 4],
      [KANJI, 0.22, 10],
      ['、。・「」（）！？ー　', 0.07],
      [lettersOf('shift_jis', [0x88, 0x98], [0x40, 0xfc]), 0.05],
      [lettersOf('shift_jis', [0x99, 0x9f], [0x40, 0xfc]) + lettersOf('shift_jis', [0xe0, 0xea], [0x40, 0xfc]), 0.003],
      [FULL_WIDTH, 0.01],
      [HALF_KATAKANA, 0.12],
      [SIGNS, 0.003],
      TABLES,
    ),
  ),
  korean: once(() =>
    systemOf(
      'syllables',
      16,
      [HANGUL, 0.8, 10],
      [lettersOf('euc-kr', [0xb0, 0xc8], [0xa1, 0xfe]), 0.14],
      ['“”‘’·…「」『』（）《》、。', 0.01],
      [lettersOf('euc-kr', [0xca, 0xfd], [0xa1, 0xfe]), 0.005],
      [FULL_WIDTH + SIGNS, 0.005],
      [lettersBetween(0xac00, 0xd7a3), 0.003],
      TABLES,
    ),
  ),
  cyrillic: once(() =>
    systemOf(
      'letters',
      13,
      [RUSSIAN, 0.9, 4],
      [UKRAINIAN, 0.04],
      [SERBIAN, 0.01],
      ['«»—–…“”„№', 0.03],
      [lettersBetween(0x2500, 0x256c), 0.005],
    ),
  ),
  kazakh: once(() => systemOf('letters', 13, [RUSSIAN, 0.78, 4], [KAZAKH, 0.15], ['«»—–…“”„№', 0.03])),
  greek: once(() => alphabet(GREEK)),
  thai: once(() => alphabet(THAI)),
  hebrew: once(() => alphabet(HEBREW)),
  arabic: once(() => alphabet(ARABIC)),
  western: once(() => accents(WESTERN)),
  german: once(() => accents(GERMAN)),
  french: once(() => accents(FRENCH)),
  italian: once(() => accents(ITALIAN)),
  nordic: once(() => accents(NORDIC)),
  icelandic: once(() => accents(ICELANDIC)),
  iberian: once(() => accents(IBERIAN)),
  central: once(() => accents(CENTRAL)),
  czech: once(() => accents(CZECH)),
  slovak: once(() => accents(SLOVAK)),
  polish: once(() => accents(POLISH)),
  southSlavic: once(() => accents(SOUTH_SLAVIC)),
  hungarian: once(() => accents(HUNGARIAN)),
  romanian: once(() => accents(ROMANIAN)),
  lithuanian: once(() => accents(LITHUANIAN)),
  latvian: once(() => accents(LATVIAN)),
  estonian: once(() => accents(ESTONIAN)),
  maltese: once(() => accents(MALTESE)),
  esperanto: once(() => accents(ESPERANTO)),
  welsh: once(() => accents(WELSH)),
  turkish: once(() => accents(TURKISH)),
  vietnamese: once(() => accents(VIETNAMESE)),
  wholeVietnamese: once(() => accents(WHOLE_VIETNAMESE)),
}

export type SystemName = keyof typeof writingSystems

/** Scripts that only Unicode has: Armenian, those of India and Sri Lanka, Lao, Tibetan, Burmese, Georgian, Ethiopic, Cherokee, Khmer, Mongolian, Yi. */
const FURTHER = [
  [0x531, 0x58f],
  [0x900, 0xdff],
  [0xe81, 0xfff],
  [0x1000, 0x10ff],
  [0x1200, 0x13ff],
  [0x1780, 0x18af],
  [0xa000, 0xa4cf],
] as const

/** The letters of all systems, each with its lowest cost and a supplement for the choice of the system. */
export const anySystem = once((): WritingSystem => {
  const costs = new Map<string, number>()
  for (const system of Object.values(writingSystems)) {
    for (const [letter, cost] of system().costs) costs.set(letter, Math.min(cost + 1.5, costs.get(letter) ?? Infinity))
  }
  for (const [first, last] of FURTHER)
    for (const letter of lettersBetween(first, last)) costs.set(letter, costs.get(letter) ?? 6)
  // Two line ends of a text in bytes look like these letters.
  for (const letter of '\u0a0a\u0d0a') costs.delete(letter)
  return { costs, other: 12, kind: 'syllables' }
})

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
