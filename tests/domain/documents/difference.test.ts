import { describe, expect, test } from '@jest/globals'
import { changesBetween, type Token } from '@/domain/documents/difference'
import { wordsOf } from '@/domain/text/wordsOf'

/** Tokens of paragraphs, as the editor counts places. */
function tokens(...paragraphs: string[]): Token[] {
  const list: Token[] = []
  let place = 0
  const add = (key: string, length: number, isEnd?: true) => {
    list.push({ key, from: place, to: (place += length), ...(isEnd && { isEnd }) })
  }
  for (const text of paragraphs) {
    add('<p>', 1)
    for (const word of wordsOf(text)) add(word, word.length)
    add('</p>', 1, true)
  }
  return list
}

/** A change as the tokens that it removes and adds. */
function changes(earlier: Token[], later: Token[]): [removed: string, added: string][] {
  const within = (list: Token[], from: number, to: number) =>
    list
      .filter((token) => token.from >= from && token.to <= to)
      .map(({ key }) => key)
      .join('')
  return changesBetween(earlier, later).map((change) => [
    within(earlier, change.earlierFrom, change.earlierTo),
    within(later, change.from, change.to),
  ])
}

describe('[DOC-05] the difference of two texts', () => {
  test('is empty for equal texts', () => {
    expect(changes(tokens('你好', 'hello world'), tokens('你好', 'hello world'))).toEqual([])
    expect(changes([], [])).toEqual([])
  })

  test('names words, not whole paragraphs', () => {
    expect(changes(tokens('the quick fox'), tokens('the slow fox'))).toEqual([['quick', 'slow']])
    expect(changes(tokens('宣讲会在周三'), tokens('宣讲会在周四下午'))).toEqual([['三', '四下午']])
  })

  test('takes an added or removed paragraph as a whole', () => {
    expect(changes(tokens('一', '三'), tokens('一', '二', '三'))).toEqual([['', '<p>二</p>']])
    expect(changes(tokens('一', '二', '三'), tokens('一', '三'))).toEqual([['<p>二</p>', '']])
    expect(changes(tokens('一'), tokens('一', '二'))).toEqual([['', '<p>二</p>']])
  })

  test('separates a changed word from paragraphs that follow it', () => {
    expect(changes(tokens('周三', '要带的'), tokens('周四'))).toEqual([
      ['三', '四'],
      ['<p>要带的</p>', ''],
    ])
    expect(changes(tokens('周三'), tokens('周四', '要带的'))).toEqual([
      ['三', '四'],
      ['', '<p>要带的</p>'],
    ])
  })

  test('sees paragraphs that are joined and split', () => {
    expect(changes(tokens('一二'), tokens('一', '二'))).toEqual([['', '</p><p>']])
    expect(changes(tokens('一', '二'), tokens('一二'))).toEqual([['</p><p>', '']])
  })

  test('places begin and end where the tokens do, also at the ends of the text', () => {
    expect(changesBetween(tokens('a'), tokens('a', 'bc'))).toEqual([{ earlierFrom: 3, earlierTo: 3, from: 3, to: 7 }])
    expect(changesBetween(tokens('b'), [])).toEqual([{ earlierFrom: 0, earlierTo: 3, from: 0, to: 0 }])
  })

  test('makes the earlier text the later one, for random texts', () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1e9)
    let state = seed
    const random = (n: number) => (state = (state * 48_271 + 11) % 2_147_483_647) % n
    const text = () =>
      tokens(
        ...Array.from({ length: random(6) }, () =>
          Array.from({ length: random(8) }, () => 'ab 一二'[random(5)]).join(''),
        ),
      )
    for (let round = 0; round < 500; round += 1) {
      const [earlier, later] = [text(), text()]
      const made: string[] = []
      let at = 0
      for (const change of changesBetween(earlier, later)) {
        made.push(...earlier.filter(({ from, to }) => from >= at && to <= change.earlierFrom).map(({ key }) => key))
        made.push(...later.filter(({ from, to }) => from >= change.from && to <= change.to).map(({ key }) => key))
        at = change.earlierTo
      }
      made.push(...earlier.filter(({ from }) => from >= at).map(({ key }) => key))
      expect([seed, round, made]).toEqual([seed, round, later.map(({ key }) => key)])
    }
  })

  test('a text that is another one altogether counts as replaced, at once', () => {
    const many = (letter: string) => tokens(...Array.from({ length: 6000 }, (_, at) => `${letter}${at}`))
    const [only, ...none] = changesBetween(many('a'), many('b'))
    expect(none).toEqual([])
    expect(only!.from).toBeLessThanOrEqual(1)
  })
})

describe('[DOC-05] words', () => {
  test('are runs of letters, single characters where a script has no spaces, and everything between', () => {
    expect(wordsOf('第3章 Draft v2.0，完')).toEqual(['第', '3', '章', ' ', 'Draft', ' ', 'v2', '.', '0', '，', '完'])
    expect(wordsOf('café 👩‍👩‍👧!')).toEqual(['café', ' ', '👩‍👩‍👧', '!'])
    expect(wordsOf('')).toEqual([])
  })
})
