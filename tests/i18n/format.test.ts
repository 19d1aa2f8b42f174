import { describe, expect, test } from '@jest/globals'
import { formatTime } from '@/domain/format/time'
import { formatSize } from '@/domain/format/size'
import { wordSize, wordTime } from '@/i18n/format'
import { createWords } from '@/i18n/words'
import { phrases as en } from '@/i18n/main/en'
import { phrases as zhCN } from '@/i18n/main/zhCN'
import { phrases as zhTW } from '@/i18n/main/zhTW'

/** 2026-11-20 12:00 in China. */
const now = Date.UTC(2026, 10, 20, 4) / 1000
const china = 480
const day = 86_400

describe('times in words', () => {
  const table: [string, number, string, string, string][] = [
    ['seconds', now - 59, '59 秒前', '59 seconds ago', '59 秒前'],
    ['minutes', now - 60, '1 分钟前', '1 minute ago', '1 分鐘前'],
    ['hours', now - 3 * 3600, '3 小时前', '3 hours ago', '3 小時前'],
    ['yesterday', now - day, '昨天', 'Yesterday', '昨天'],
    ['the day before', now - 2 * day, '前天', '2 days ago', '前天'],
    ['then the date', now - 15 * day, '11-05', 'Nov 5', '11-05'],
    ['with its year when it is another', now - 365 * day, '2025-11-20', 'Nov 20, 2025', '2025-11-20'],
  ]
  test.each(table)('%s', (_what, at, chinese, english, taiwanese) => {
    const elapsed = formatTime(at, now, china)
    expect(wordTime(elapsed, createWords(zhCN))).toBe(chinese)
    expect(wordTime(elapsed, createWords(en))).toBe(english)
    expect(wordTime(elapsed, createWords(zhTW))).toBe(taiwanese)
  })

  test('every month has a name in every language', () => {
    for (const phrases of [zhCN, en, zhTW]) expect(new Set(phrases.time.months.split(' ')).size).toBe(12)
  })
})

test('a size has a number and its unit', () => {
  expect(wordSize(formatSize(4_404_019))).toBe('4.2 MB')
  expect(wordSize(formatSize(0))).toBe('0 B')
})
