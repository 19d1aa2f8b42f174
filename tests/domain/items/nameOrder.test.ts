import { describe, expect, test } from '@jest/globals'
import { orderKey } from '@/domain/items/nameOrder'
import { orderKeys } from '../../support/items/orderKeys'

describe('[LIST-04] the order of names with Chinese numerals', () => {
  test.each(orderKeys)('%s is sorted as %s', (name, key) => {
    expect(orderKey(name)).toBe(key)
  })

  test('chapters, lessons, volumes, classes and days follow each other by number', () => {
    const collator = new Intl.Collator('zh-u-kn-true')
    for (const [before, behind] of [
      ['第', '章 总结.docx'],
      ['第', '回.txt'],
      ['', '年级'],
      ['卷', '.pdf'],
      ['', '、说明.docx'],
      ['（', '）报价.xlsx'],
      ['作业', '.jpg'],
    ]) {
      const names = [
        '一',
        '二',
        '三',
        '九',
        '十',
        '十一',
        '十九',
        '二十',
        '九十九',
        '一百',
        '一百零一',
        '一百一十',
      ].map((number) => before! + number + behind!)
      const sorted = [...names].reverse().sort((a, b) => collator.compare(orderKey(a), orderKey(b)))
      expect(sorted).toStrictEqual(names)
    }
  })
})
