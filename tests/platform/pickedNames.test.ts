import { describe, expect, test } from '@jest/globals'
import { pickedNames, takenAt } from '@/platform/pickedNames'
import { datedPhoto, photo } from '../support/samples/samples'
import { documentName, madeUp, madeUpInChat } from '@/platform/weapp/files/fileNames'

const taken = Date.UTC(2026, 10, 20, 2, 15, 2)
const shanghai = 480

describe('names of media from WeChat', () => {
  const table: [string, 'image' | 'video', string][] = [
    ['http://tmp/QFVb8e3KJm9X31b1d4fe1b1b9c48a9e6.jpg', 'image', 'IMG_20261120_101502.jpg'],
    ['wxfile://tmp_6fa3c2b17f1e0d94.PNG', 'image', 'IMG_20261120_101502.png'],
    ['wxfile://tmp_6fa3c2b17f1e0d94.HEIC', 'image', 'IMG_20261120_101502.heic'],
    ['wxfile://tmp_onlyFromTemp', 'image', 'IMG_20261120_101502.jpg'],
    ['http://tmp/wx0123456789abcdef.o6zAJs3oh85Zb1lJE8oWix57vny0.2b862a8d1ab4.mp4', 'video', 'VID_20261120_101502.mp4'],
    ['http://tmp/6b1f2d3a-0c4e-4b2a-9a55-3f1f6b0a7c11.mov', 'video', 'VID_20261120_101502.mov'],
    ['http://tmp/', 'video', 'VID_20261120_101502.mp4'],
    ['http://tmp/毕业照.jpg', 'image', '毕业照.jpg'],
    ['wxfile://usr/IMG_0001.HEIC', 'image', 'IMG_0001.HEIC'],
    ['http://tmp/Screenshot_2026-11-20-10-15-02.png', 'image', 'Screenshot_2026-11-20-10-15-02.png'],
  ]
  for (const [path, kind, name] of table) {
    test(`${path} → ${name}`, () =>
      expect(pickedNames([{ path, kind, at: taken, zone: shanghai }], madeUp)).toStrictEqual([name]))
  }

  test('the date is local: before midnight in New York it is still the day before', () => {
    const night = Date.UTC(2026, 0, 1, 3, 4, 5)
    expect(pickedNames([{ path: 'tmp_1.jpg', kind: 'image', at: night, zone: -300 }], madeUp)).toStrictEqual([
      'IMG_20251231_220405.jpg',
    ])
  })

  test('files of a chat keep their own names, except temporary ones', () => {
    const names = ['mmexport1637482374823abc.jpg', 'tmp_6fa3.jpg', 'wx0123456789abcdef.o6zA.2b86.png']
    expect(
      pickedNames(
        names.map((path) => ({ path, kind: 'image', at: taken, zone: shanghai })),
        madeUpInChat,
      ),
    ).toStrictEqual(['mmexport1637482374823abc.jpg', 'IMG_20261120_101502.jpg', 'IMG_20261120_101502.png'])
  })
})

describe('[AH-12] the names of one choice', () => {
  const kindOf = (name: string) =>
    /\.(mov|mp4)$/i.test(name) ? 'video' : /\.(txt|pdf)$/.test(name) ? undefined : 'image'
  const iPhones = /^(image|trim)$/i
  const namesOf = (names: string[]) =>
    pickedNames(
      names.map((path, n) => ({ path, kind: kindOf(path), at: taken + n * 60_000, zone: shanghai })),
      iPhones,
    )
  const table: [string, string[], string[]][] = [
    [
      'made up: each by its own date',
      ['image.jpg', 'image.jpg', 'trim.MOV'],
      ['IMG_20261120_101502.jpg', 'IMG_20261120_101602.jpg', 'VID_20261120_101702.mov'],
    ],
    [
      'a Live Photo keeps its two halves together',
      ['IMG_0001.HEIC', 'IMG_0001.MOV'],
      ['IMG_0001.HEIC', 'IMG_0001.MOV'],
    ],
    ['its video first, and in other letters', ['img_0001.mov', 'IMG_0001.HEIC'], ['IMG_0001.mov', 'IMG_0001.HEIC']],
    [
      'two of one name, from two albums',
      ['IMG_0001.HEIC', 'IMG_0001.MOV', 'IMG_0001.HEIC', 'IMG_0001.MOV'],
      ['IMG_0001.HEIC', 'IMG_0001.MOV', 'IMG_0001_2.HEIC', 'IMG_0001_2.MOV'],
    ],
    [
      'Live Photos without names',
      ['image.heic', 'image.mov', 'image.heic', 'image.mov'],
      ['IMG_20261120_101502.heic', 'IMG_20261120_101502.mov', 'IMG_20261120_101702.heic', 'IMG_20261120_101702.mov'],
    ],
    [
      'another format is another name',
      ['IMG_1.jpg', 'IMG_1.png', 'IMG_1.jpg', 'IMG_1_2.jpg'],
      ['IMG_1.jpg', 'IMG_1.png', 'IMG_1_2.jpg', 'IMG_1_2_2.jpg'],
    ],
    [
      'what is no picture keeps its name',
      ['image.txt', 'a.pdf', 'a.pdf', 'notes'],
      ['image.txt', 'a.pdf', 'a.pdf', 'notes'],
    ],
  ]
  test.each(table)('%s', (_what, given, names) => expect(namesOf(given)).toStrictEqual(names))

  test('a picture with the name of another file is renamed', () => {
    const files = ([undefined, 'image'] as const).map((kind) => ({
      path: 'scan.heic',
      kind,
      at: taken,
      zone: shanghai,
    }))
    expect([pickedNames(files, iPhones), pickedNames([...files].reverse(), iPhones)]).toStrictEqual([
      ['scan.heic', 'scan_2.heic'],
      ['scan_2.heic', 'scan.heic'],
    ])
  })

  test('pictures of the same second get different names', () => {
    const burst = [1, 2, 3].map(() => ({ path: 'image.jpg', kind: 'image' as const, at: taken, zone: shanghai }))
    expect(pickedNames(burst, iPhones)).toStrictEqual([
      'IMG_20261120_101502.jpg',
      'IMG_20261120_101502_2.jpg',
      'IMG_20261120_101502_3.jpg',
    ])
  })
})

test('[AH-12] a picture has its own date; without a zone the phone’s applies', async () => {
  const newYork = () => -240
  const date = '2019:05:01 14:30:07'
  expect(takenAt(await datedPhoto(date), newYork)).toStrictEqual({ at: Date.UTC(2019, 4, 1, 18, 30, 7), zone: -240 })
  expect(takenAt(await datedPhoto(date, { zone: '+08:00' }), newYork)).toStrictEqual({
    at: Date.UTC(2019, 4, 1, 6, 30, 7),
    zone: 480,
  })
  expect(takenAt(await datedPhoto('2019:13:40 14:30:07'), newYork)).toBeNull()
  expect(takenAt(await photo(), newYork)).toBeNull()
})

describe('the name under which a document is opened', () => {
  const table: [string, string, string][] = [
    ['季度报告.docx', 'docx', '季度报告.docx'],
    ['季度报告.docx', 'pdf', '季度报告.pdf'],
    ['no extension', 'pdf', 'no extension.pdf'],
    ['../../etc/passwd.pdf', 'pdf', '.._.._etc_passwd.pdf'],
    ['.hidden', 'pdf', '.hidden.pdf'],
    ['a\u0000b\nc.pdf', 'pdf', 'a_b_c.pdf'],
  ]
  for (const [name, extension, expected] of table)
    test(JSON.stringify(name), () => expect(documentName(name, extension)).toBe(expected))

  test('222 characters of any script fit into the 255 bytes of a file name', () => {
    for (const character of ['a', '合', '🎒']) {
      const name = documentName(`${character.repeat(222)}.docx`, 'docx')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name.startsWith(character.repeat(60))).toBe(true)
    }
  })
})
