import { describe, expect, test } from '@jest/globals'
import { findWords, lettersOf } from '@/domain/documents/passages'

const text = lettersOf('九点 签到，领取招生简章\n十点 校长致辞\n十一点 领取招生简章')
const found = (words: string, before = '', after = '') => {
  const place = findWords(text, { words, before, after })
  return place && text.slice(place.start, place.end)
}

describe('[DOC-06] a passage that was written anew', () => {
  test('is found by its words, whatever the white space', () => {
    expect(found('十点校长 致辞')).toBe('十点校长致辞')
    expect(found('签到，\n领取')).toBe('签到，领取')
  })

  test('of several places the one with the same letters around it counts', () => {
    const first = findWords(text, { words: '领取招生简章', before: '签到，', after: '十点' })!
    const second = findWords(text, { words: '领取招生简章', before: '致辞 十一点 ', after: '' })!
    expect([first.start, second.start]).toEqual([text.indexOf('领取'), text.lastIndexOf('领取')])
  })

  test('words that are nowhere, and short words with other letters around them, are not found', () => {
    expect(found('散场')).toBeNull()
    expect(found('校长')).toBeNull()
    expect(found('校长', '十点', '')).toBe('校长')
    expect(found('领取招生简章')).toBeNull()
    expect(found(' \n')).toBeNull()
  })
})
