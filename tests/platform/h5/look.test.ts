import { describe, expect, test } from '@jest/globals'
import type { Look } from '@/platform/Platform'
import { readLook } from '@/platform/h5/look'

describe("[CTX-07] the app's look", () => {
  const pair = { brand: '#1f6fff', button: '#1557D6' }
  const table: [string, string, string, Look][] = [
    ['nothing said', '', '', { wework: false }],
    ['the query says from=wework', '?from=wework&lang=en', '', { wework: true }],
    ['a cookie says so', '', 'lang=en; from=wework', { wework: true }],
    ['the query says otherwise than the cookie', '?from=wechat', 'from=wework', { wework: false }],
    ['a cookie has a pair of colours', '', 'theme=1f6fff-1557D6', { wework: false, pair }],
    ['both', '?from=wework', 'theme=1f6fff-1557D6', { wework: true, pair }],
    ['colours in the query are not taken', '?theme=1f6fff-1557D6', '', { wework: false }],
    ['one colour is no pair', '', 'theme=1f6fff', { wework: false }],
    ['what is no colour is not taken', '', 'theme=red;}-1557D6', { wework: false }],
    ['nor what would end a style', '', `theme=${encodeURIComponent('1f6fff-1557D6;x:url(y)')}`, { wework: false }],
  ]
  test.each(table)('%s', (_what, query, cookies, expected) => {
    expect(readLook(query, cookies)).toStrictEqual(expected)
  })
})
