import { describe, expect, test } from '@jest/globals'
import { handInName, isKindTaken, namesOf, personKey, type FileRequestKind } from '@/domain/fileRequests/files'
import { fileRequestProgress, fileRequestStateOf, dueAt, dueMinutes } from '@/domain/fileRequests/state'

describe('[AH-25] the files that a collecting link accepts', () => {
  const table: [string, FileRequestKind[], boolean][] = [
    ['作业.pdf', [], true],
    ['作业', [], true],
    ['作业.PDF', ['pdf'], true],
    ['作业.docx', ['pdf'], false],
    ['作业.docx', ['document'], true],
    ['作业.txt', ['document'], true],
    ['照片.HEIC', ['image'], true],
    ['录音.m4a', ['image', 'audio'], true],
    ['源码.tar.gz', ['zip'], true],
    ['作业', ['pdf', 'document', 'image', 'video', 'audio', 'zip'], false],
    ['.pdf', ['pdf'], false],
    ['作业.pdf.exe', ['pdf'], false],
  ]
  for (const [name, kinds, isTaken] of table)
    test(`${name} where ${kinds.join() || 'any'} is accepted`, () => expect(isKindTaken(name, kinds)).toBe(isTaken))
})

describe('[AH-25] the name of a file in the folder', () => {
  test('the file is named after its contributor', () =>
    expect(handInName('周舟', '第三章.pdf')).toBe('周舟 - 第三章.pdf'))
  test('a file without an extension gets none', () => expect(handInName('周舟', 'README')).toBe('周舟 - README'))
  test('the name has at most 222 code points and keeps the extension', () => {
    const name = handInName('周舟', `${'𠮷'.repeat(218)}.tar.gz`)
    expect([...name]).toHaveLength(222)
    expect(name.endsWith('.tar.gz')).toBe(true)
  })
  test('the cut leaves no blank or dot before the extension', () =>
    expect(handInName('周舟', `${'a'.repeat(211)} . bbbb.txt`)).toBe(`周舟 - ${'a'.repeat(211)}.txt`))
})

describe('[AH-25] names of people', () => {
  test('invisible characters do not distinguish names', () => {
    for (const name of ['周\u200b舟', '\ufeff周舟', '周\u2060舟\u00ad', '周舟\u{e0041}', '周\u3164舟'])
      expect(personKey(name)).toBe('周舟')
    expect(personKey('\u3164\u200b')).toBe('')
    expect(namesOf('\u200b\n周舟')).toStrictEqual(['周舟'])
  })
  test('case, form and spacing do not distinguish names', () =>
    expect([' Li  Lei', 'li lei', 'LI LEI '].map(personKey)).toStrictEqual(['li lei', 'li lei', 'li lei']))
  test('a list has names by line or comma, each once', () =>
    expect(namesOf(' 周舟\n何小北，林一、吴桐; 周舟 \r\n\n, Li  Lei')).toStrictEqual([
      '周舟',
      '何小北',
      '林一',
      '吴桐',
      'Li Lei',
    ]))
})

describe('[AH-25] the status of a collecting link', () => {
  test('the link has ended from its deadline on, whatever the server said before', () => {
    const link = { state: 'open', due_time: 1000 } as const
    expect([999, 1000, 1001].map((now) => fileRequestStateOf(link, now))).toStrictEqual(['open', 'ended', 'ended'])
    expect(fileRequestStateOf({ state: 'open', due_time: 0 }, 5000)).toBe('open')
    expect(fileRequestStateOf({ state: 'closed', due_time: 1000 }, 5000)).toBe('closed')
  })
  test('only listed people count where there is a list', () => {
    const link = { listed_count: 42, listed_done_count: 38, done_count: 39 }
    expect(fileRequestProgress(link)).toStrictEqual({ n: 38, max: 42 })
    expect(fileRequestProgress({ ...link, listed_count: 0, listed_done_count: 0 })).toStrictEqual({ n: 39, max: null })
  })
  test('deadlines are the hours of a day, and its end', () => {
    const end = Date.UTC(2026, 10, 25, 23, 59, 59) / 1000
    expect(dueMinutes.map((each) => new Date(dueAt(end, each) * 1000).toISOString().slice(11, 19))).toStrictEqual([
      '08:00:00',
      '12:00:00',
      '18:00:00',
      '22:00:00',
      '23:59:59',
    ])
  })
})
