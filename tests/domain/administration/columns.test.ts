import { describe, expect, test } from '@jest/globals'
import { readColumns, templateHeadings } from '@/domain/administration/import/columns'
import { readLine } from '@/domain/administration/import/lines'

const rows = (...lines: string[]) => lines.map((line, at) => ({ line: at + 1, cells: line.split(',') }))

describe('columns of an imported file', () => {
  test.each(['zh-CN', 'zh-TW', 'en'] as const)(
    '[ADM-04] every heading of the template in %s is recognised',
    (language) => {
      for (const wording of ['default', 'education'] as const) {
        const found = readColumns(rows(templateHeadings(language, wording).join(','), 'a'))
        expect(found).toMatchObject({ ok: true })
        expect(found.ok && found.columns.map(({ field }) => field)).toEqual([
          'login',
          'name',
          'email',
          'departments',
          'managed',
          'groups',
          'quota',
        ])
      }
    },
  )

  test('[ADM-04] of two likely columns the likelier one counts', () => {
    const found = readColumns(rows('学号,账号,姓名', '1,a,b'))
    expect(found.ok && found.columns.map(({ field }) => field)).toEqual([null, 'login', 'name'])
  })

  test('[ADM-04] empty lines do not count', () => {
    const found = readColumns(rows(',,', '账号,姓名', ',', 'a,b'))
    expect(found.ok && found.rows.map(({ line }) => line)).toEqual([4])
  })
})

describe('a line of an imported file', () => {
  const read = (heading: string, value: string) => {
    const found = readColumns(rows(`login,${heading}`, `a,b`))
    if (!found.ok) throw new Error(found.code)
    return readLine({ line: 2, cells: ['a', value] }, found.columns)
  }

  test.each([
    ['10', 10 * 1024 ** 3],
    ['10 GB', 10 * 1024 ** 3],
    ['１０ＧＢ', 10 * 1024 ** 3],
    ['1.5t', 1.5 * 1024 ** 4],
    ['1,024 MB', 1024 ** 3],
    ['0', 0],
  ])('[ADM-04] %s of storage are %i bytes', (text, bytes) => {
    expect(read('空间', text).person?.quota).toBe(bytes)
  })

  test.each(['10O GB', '-1', 'much', '1e9', '99999999999999 TB'])('[ADM-04] %s is no size', (text) => {
    expect(read('空间', text).faults).toMatchObject([{ code: 'import_quota' }])
  })

  test('[ADM-04] departments are paths between semicolons or lines', () => {
    expect(read('部门', '教务处/招生办；学生处\n一部 / 二部').person?.departments).toEqual([
      ['教务处', '招生办'],
      ['学生处'],
      ['一部', '二部'],
    ])
  })

  test('[ADM-04] the apostrophe before a formula, which exports add, is no part of the text', () => {
    expect(read('姓名', "'=1+1").person?.name).toBe('=1+1')
    expect(read('姓名', "'t Hooft").person?.name).toBe("'t Hooft")
  })
})
