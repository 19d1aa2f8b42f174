import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
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
  for (const [what, at, chinese, english, taiwanese] of table) {
    test(what, () => {
      const elapsed = formatTime(at, now, china)
      assert.equal(wordTime(elapsed, createWords(zhCN)), chinese)
      assert.equal(wordTime(elapsed, createWords(en)), english)
      assert.equal(wordTime(elapsed, createWords(zhTW)), taiwanese)
    })
  }

  test('every month has a name in every language', () => {
    for (const phrases of [zhCN, en, zhTW]) assert.equal(new Set(phrases.time.months.split(' ')).size, 12)
  })
})

test('a size is a number and its unit', () => {
  assert.equal(wordSize(formatSize(4_404_019)), '4.2 MB')
  assert.equal(wordSize(formatSize(0)), '0 B')
})
