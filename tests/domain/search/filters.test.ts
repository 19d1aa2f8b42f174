import { describe, expect, test } from '@jest/globals'
import {
  filterParameters,
  hasFilters,
  noFilters,
  readDate,
  readFilters,
  searchKinds,
  secondsOf,
  writeFilters,
  type Period,
  type SearchFilters,
} from '@/domain/search/filters'
import { extensionsOfKind } from '@/domain/search/kinds'
import { wordFolders } from '@/domain/search/place'
import { MOST_RECENT, readRecentWords, rememberWords, withoutWords } from '@/domain/search/recentWords'
import { soundKeyOf } from '@/domain/search/soundKey'
import { wordKeys } from '@/domain/search/words'

const at = (text: string) => Date.parse(text) / 1000
const china = () => 480
const moment = (seconds: number | undefined) => seconds !== undefined && new Date(seconds * 1000).toISOString()

describe('[AH-41] a period covers whole local days', () => {
  const now = at('2026-03-05T01:30:00+08:00')
  const table: [string, Period, string, string | false][] = [
    ['today begins at local midnight', 'today', '2026-03-04T16:00:00.000Z', false],
    ['7 days include today', 'week', '2026-02-26T16:00:00.000Z', false],
    ['30 days include today', 'month', '2026-02-03T16:00:00.000Z', false],
    ['this year begins on January 1', 'year', '2025-12-31T16:00:00.000Z', false],
    [
      'two days cover both as a whole',
      { from: { year: 2026, month: 1, day: 31 }, to: { year: 2026, month: 2, day: 1 } },
      '2026-01-30T16:00:00.000Z',
      '2026-02-01T15:59:59.000Z',
    ],
    [
      'two days in the wrong order are put in order',
      { from: { year: 2026, month: 2, day: 1 }, to: { year: 2026, month: 1, day: 31 } },
      '2026-01-30T16:00:00.000Z',
      '2026-02-01T15:59:59.000Z',
    ],
    [
      'nothing is before 1970',
      { from: { year: 1970, month: 1, day: 1 }, to: { year: 1970, month: 1, day: 1 } },
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T15:59:59.000Z',
    ],
  ]
  test.each(table)('%s', (_sentence, period, from, to) => {
    const seconds = secondsOf(period, now, china)
    expect([moment(seconds.from), moment(seconds.to)]).toStrictEqual([from, to])
  })

  test('a day begins by the clock of that day, not by that of now', () => {
    const berlin = (seconds: number) => (seconds < at('2026-03-29T01:00:00Z') ? 60 : 120)
    const { from } = secondsOf('week', at('2026-03-31T12:00:00Z'), berlin)
    expect(moment(from)).toBe('2026-03-24T23:00:00.000Z')
  })
})

describe('[AH-41] filters are parameters of the search', () => {
  const person = { id: 7, name: '王珂' }
  test('each filter has its own, and no filter has none', () => {
    const now = at('2026-03-05T01:30:00+08:00')
    expect(filterParameters(noFilters, now, china)).toStrictEqual({})
    expect(filterParameters({ kind: 'image', period: 'today', person }, now, china)).toStrictEqual({
      file_type_category: 'image',
      modified_from: at('2026-03-05T00:00:00+08:00'),
      user_id: 7,
    })
  })

  const day = { year: 2026, month: 1, day: 5 }
  const table: [SearchFilters, string][] = [
    [noFilters, ''],
    [{ kind: 'image', period: null, person: null }, 'image'],
    [{ kind: null, period: 'week', person }, '.week.7.王珂'],
    [{ kind: 'zip', period: { from: day, to: day }, person: null }, 'zip.2026-01-05_2026-01-05'],
    [{ kind: null, period: null, person: { id: 7, name: 'a.b' } }, '..7.a.b'],
  ]
  test.each(table)('an address keeps them: %j', (filters, text) => {
    expect([writeFilters(filters), readFilters(text)]).toStrictEqual([text, filters])
  })

  for (const text of [
    undefined,
    '',
    'x',
    'folders.never.-1.a',
    '.2026-02-30_2026-03-01.0.',
    '.2026-01-01.1e3',
    '._.+7',
    '...',
  ])
    test(`parts of an address that name no filter are ignored: ${text}`, () => {
      expect(hasFilters(readFilters(text))).toBe(false)
    })

  test('a long name in an address is cut', () => {
    expect(readFilters(`..7.${'长'.repeat(500)}`).person?.name).toHaveLength(40)
  })

  const dates: [string, string | null][] = [
    ['2026-01-31', '2026-1-31'],
    [' 2026/1/5 ', '2026-1-5'],
    ['20260131', '2026-1-31'],
    ['2024-02-29', '2024-2-29'],
    ['2026-02-29', null],
    ['2026-13-01', null],
    ['1969-12-31', null],
    ['31.01.2026', null],
    ['', null],
  ]
  test.each(dates)('a typed date: %j', (typed, expected) => {
    const date = readDate(typed)
    expect(date && `${date.year}-${date.month}-${date.day}`).toBe(expected)
  })
})

describe('[AH-41] kinds are those that a tile shows', () => {
  const table: [string, ReturnType<typeof kindsOf>][] = [
    ['docx', ['document']],
    ['xlsx', ['sheet']],
    ['pptx', ['slides']],
    ['pdf', ['pdf']],
    ['md', ['text']],
    ['heic', ['image']],
    ['mov', ['video']],
    ['m4a', ['audio']],
    ['tar.gz', ['zip']],
    ['dwg', []],
    ['', []],
  ]
  const kindsOf = (extension: string) =>
    searchKinds.filter((kind) => kind !== 'folder' && extensionsOfKind(kind).includes(extension))
  test.each(table)('%j', (extension, kinds) => expect(kindsOf(extension)).toStrictEqual(kinds))
})

describe('[AH-41] the last searches', () => {
  test('the newest is first, the same words stand once, and eight are kept', () => {
    let recent: string[] = []
    for (let n = 1; n <= 10; n += 1) recent = rememberWords(recent, `词${n}`)
    expect(recent).toHaveLength(MOST_RECENT)
    recent = rememberWords(recent, '  词5 ')
    expect(recent.slice(0, 3)).toStrictEqual(['词5', '词10', '词9'])
    recent = rememberWords(rememberWords(recent, 'Budget'), 'ＢＵＤＧＥＴ')
    expect(recent.slice(0, 2)).toStrictEqual(['ＢＵＤＧＥＴ', '词5'])
    expect(withoutWords(recent, 'budget')[0]).toBe('词5')
    expect(rememberWords(recent, ' \u3000 ')).toStrictEqual(recent)
  })

  const kept: [unknown, string[]][] = [
    [undefined, []],
    [{ words: ['a'] }, []],
    [
      ['a', 5, null, ' ', 'b'],
      ['a', 'b'],
    ],
    [Array.from({ length: 20 }, (_, n) => `w${n}`), Array.from({ length: 8 }, (_, n) => `w${n}`)],
    [['长'.repeat(500)], ['长'.repeat(100)]],
  ]
  test.each(kept)('stored values that are no searches are ignored: %j', (value, words) => {
    expect(readRecentWords(value)).toStrictEqual(words)
  })
})

describe('[AH-41] the folders of a result', () => {
  const path = (...names: string[]) => names.map((name) => ({ name }))
  const table: [string[], string][] = [
    [[], ''],
    [[''], ''],
    [['', '会议'], '会议'],
    [['教务处', '会议', '2026'], '教务处 / 会议 / 2026'],
    [['教务处', '一个很长的文件夹名称一二三', '2026'], '… / 2026'],
    [['教务处', '一个非常非常非常非常长的文件夹名称'], '… / 一个非常非常非…的文件夹名称'],
  ]
  test.each(table)('%j', (names, words) => expect(wordFolders(path(...names), 18)).toBe(words))
})

test('[AH-41] of 10,000 words, eight are compared', () => {
  const words = Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(' ')
  expect(wordKeys(words)).toHaveLength(8)
})

describe('[AH-41] words that names may sound like', () => {
  const table: [string, string | null][] = [
    ['hetong', 'hetong'],
    ['xi’an', 'xian'],
    ["xi'an.docx", 'xiandocx'],
    ['q4', 'q4'],
    ['2026', null],
    ['h', null],
    ['合同', null],
    ['合tong', null],
    ['a%b', null],
    ['[a-z]*', null],
    ['z'.repeat(60), 'z'.repeat(60)],
    ['z'.repeat(61), null],
  ]
  test.each(table)('%j', (key, sound) => expect(soundKeyOf(key)).toBe(sound))
})
