import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { distinctNames, mediaName } from '@/platform/pickedNames'
import { madeUp } from '@/platform/weapp/madeUp'
import { documentName } from '@/platform/weapp/documentName'

const taken = Date.UTC(2026, 10, 20, 2, 15, 2)
const shanghai = 480

describe('names of media that WeChat hands over', () => {
  const table: [string, 'image' | 'video', string][] = [
    ['http://tmp/QFVb8e3KJm9X31b1d4fe1b1b9c48a9e6.jpg', 'image', 'IMG_20261120_101502.jpg'],
    ['wxfile://tmp_6fa3c2b17f1e0d94.PNG', 'image', 'IMG_20261120_101502.png'],
    ['wxfile://tmp_onlyFromTemp', 'image', 'IMG_20261120_101502.jpg'],
    ['http://tmp/wx0123456789abcdef.o6zAJs3oh85Zb1lJE8oWix57vny0.2b862a8d1ab4.mp4', 'video', 'VID_20261120_101502.mp4'],
    ['http://tmp/6b1f2d3a-0c4e-4b2a-9a55-3f1f6b0a7c11.mov', 'video', 'VID_20261120_101502.mov'],
    ['http://tmp/', 'video', 'VID_20261120_101502.mp4'],
    ['http://tmp/毕业照.jpg', 'image', '毕业照.jpg'],
    ['wxfile://usr/IMG_0001.HEIC', 'image', 'IMG_0001.HEIC'],
    ['http://tmp/Screenshot_2026-11-20-10-15-02.png', 'image', 'Screenshot_2026-11-20-10-15-02.png'],
  ]
  for (const [path, kind, name] of table) {
    test(`${path} → ${name}`, () => assert.equal(mediaName(path, madeUp, kind, taken, shanghai), name))
  }

  test('the date is local: before midnight in New York it is still the day before', () => {
    const night = Date.UTC(2026, 0, 1, 3, 4, 5)
    assert.equal(mediaName('tmp_1.jpg', madeUp, 'image', night, -300), 'IMG_20251231_220405.jpg')
  })
})

test('files of one choice have distinct names', () => {
  assert.deepEqual(
    distinctNames(['IMG_1.jpg', 'IMG_1.jpg', 'IMG_1.png', 'IMG_1.jpg', 'IMG_1_2.jpg', 'notes', 'notes']),
    ['IMG_1.jpg', 'IMG_1_2.jpg', 'IMG_1.png', 'IMG_1_3.jpg', 'IMG_1_2_2.jpg', 'notes', 'notes_2'],
  )
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
  for (const [name, extension, expected] of table) test(JSON.stringify(name), () => assert.equal(documentName(name, extension), expected))

  test('222 characters of any script fit into the 255 bytes of a file name', () => {
    for (const character of ['a', '合', '🎒']) {
      const name = documentName(`${character.repeat(222)}.docx`, 'docx')
      assert.ok(Buffer.byteLength(name) <= 255, name)
      assert.ok(name.startsWith(character.repeat(60)))
    }
  })
})
