import { describe, expect, test } from '@jest/globals'
import { addressParts } from '@/domain/comments/addresses'

describe('[COMM-02] addresses of web pages in a comment', () => {
  const shown = (text: string) =>
    addressParts(text)
      .map((part) => (part.address ? `[${part.text}]` : part.text))
      .join('')
  const table: [sentence: string, text: string, parts: string][] = [
    ['a text without one stays whole', '好的', '好的'],
    ['an address stands alone', 'https://a.cn/x?y=1&z=%20#t', '[https://a.cn/x?y=1&z=%20#t]'],
    ['Chinese behind it does not belong to it', '见https://a.cn/表格，谢谢', '见[https://a.cn/]表格，谢谢'],
    ['a sentence ends behind it', 'See http://a.cn/b. Thanks', 'See [http://a.cn/b]. Thanks'],
    ['brackets around it do not belong to it', '(https://a.cn/b)', '([https://a.cn/b])'],
    ['brackets inside it do', 'https://a.cn/b_(c)', '[https://a.cn/b_(c)]'],
    ['www is enough', 'www.a.cn', '[www.a.cn]'],
    ['several', 'https://a.cn https://b.cn', '[https://a.cn] [https://b.cn]'],
    ['other schemes are text', 'javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
    ['a scheme alone is text', 'https:// 之后', 'https:// 之后'],
  ]
  test.each(table)('%s', (_sentence, text, parts) => expect(shown(text)).toBe(parts))
  test('square brackets around it do not belong to it, those inside it do', () =>
    expect(addressParts('[https://a.cn/b?c[]=1]')).toStrictEqual([
      { text: '[' },
      { text: 'https://a.cn/b?c[]=1', address: 'https://a.cn/b?c[]=1' },
      { text: ']' },
    ]))
  test('www gets a scheme', () => expect(addressParts('www.a.cn')[0]!.address).toBe('http://www.a.cn'))
  test('the parts make up the text', () =>
    expect(
      addressParts('a https://b.cn, c')
        .map(({ text }) => text)
        .join(''),
    ).toBe('a https://b.cn, c'))
})
