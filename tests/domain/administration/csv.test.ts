import { describe, expect, test } from '@jest/globals'
import { csvOf, withoutApostrophe } from '@/domain/administration/csv'

describe('a table for spreadsheets', () => {
  test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', ' =1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\u3000＝1'])(
    '[ADM-14] the cell %j is no formula, and is read back as it was',
    (text) => {
      const cell = csvOf([[text]])
        .replace(/^\ufeff"?/, '')
        .replace(/"?\r\n$/, '')
      expect(cell).toBe(`'${text}`)
      expect(withoutApostrophe(cell)).toBe(text)
    },
  )

  test.each(["'tis", '-5', 'a=1', '1-2'])('[ADM-14] the cell %j stays as it is', (text) => {
    expect(csvOf([[text]])).toBe(`\ufeff${text}\r\n`)
    expect(withoutApostrophe(text)).toBe(text)
  })
})
