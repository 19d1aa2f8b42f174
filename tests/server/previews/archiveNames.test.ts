import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tar } from '../../support/samples/archives'
import { encode } from '../../support/samples/encode'
import { zip } from '../../support/samples/zip'
import { inside, named, opened, startArchiveServer } from './archiveServer'

/** A ZIP whose names have these bytes, without a word about their encoding. */
function zipOf(names: readonly Buffer[]): Buffer {
  const stands = names.map((name, at) => String.fromCharCode(at + 1).repeat(name.length))
  const made = zip(Object.fromEntries(stands.map((stand) => [stand, 'x'])))
  stands.forEach((stand, at) => {
    for (let place = made.indexOf(stand); place >= 0; place = made.indexOf(stand)) names[at]!.copy(made, place)
  })
  return made
}

describe('[PREV-14] the names in an archive', () => {
  startArchiveServer(() => new Date())

  const listed = async (name: string, bytes: Buffer) => named(await inside((await opened(name, bytes)).id)).sort()

  const cases: [string, string[]][] = [
    ['gb18030', ['报告.txt', '中文.txt']],
    ['big5', ['報告書.txt', '會議記錄.docx', '臺北.txt']],
    ['shift_jis', ['資料.txt', '表示.txt', 'テスト結果.xlsx']],
    ['euc-kr', ['회의록.txt', '사진.jpg', '보고서.hwp']],
    ['ibm866', ['Договор.doc', 'Отчет за год.xls']],
  ]
  for (const [encoding, names] of cases) {
    const bytes = names.map((name) => encode(name, encoding))
    test(`are read as ${encoding} in a ZIP`, async () => {
      assert.deepEqual(await listed('a.zip', zipOf(bytes)), [...names].sort())
    })

    test(`are read as ${encoding} in a tar`, async () => {
      assert.deepEqual(await listed('a.tar', tar(bytes.map((name) => ({ name, content: 'x' })))), [...names].sort())
    })
  }

  test('one name tells how the others are encoded', async () => {
    const names = ['テスト結果の一覧です.txt', '名前.txt']
    assert.deepEqual(await listed('b.zip', zipOf(names.map((name) => encode(name, 'shift_jis')))), [...names].sort())
  })

  test('are read as their neighbours where the bytes of two letters happen to be UTF-8', async () => {
    const [lone, ...others] = ['模.txt', '学校通知和报告.txt', '会议记录.docx']
    const names = [lone!, ...others].map((name) => encode(name, 'gb18030'))
    assert.equal(names[0]!.toString(), 'ģ.txt')
    assert.deepEqual(await listed('e.zip', zipOf(names)), [lone!, ...others].sort())
  })

  test('are read as UTF-8 beside names in another encoding', async () => {
    const names = [
      Buffer.from('新建文件.txt'),
      ...['学校通知和报告.txt', '会议记录.docx'].map((name) => encode(name, 'gb18030')),
    ]
    assert.deepEqual(
      await listed('f.zip', zipOf(names)),
      ['会议记录.docx', '学校通知和报告.txt', '新建文件.txt'].sort(),
    )
  })

  test('are read as the encoding of DOS where the letters are Western', async () => {
    const names = ['r\x82sum\x82.txt', 'Gr\x94\xe1e.txt'].map((name) => Buffer.from(name, 'latin1'))
    assert.deepEqual(await listed('c.zip', zipOf(names)), ['Größe.txt', 'résumé.txt'])
  })

  test('are read as UTF-8 where a writer forgot to say so', async () => {
    assert.deepEqual(await listed('d.zip', zipOf([Buffer.from('新建文件.txt')])), ['新建文件.txt'])
  })

  test('are composed where a Mac wrote letters and accents apart', async () => {
    const names = ['Übersicht.txt', 'ガイド.txt', '한글 문서.txt']
    const apart = zipOf(names.map((name) => Buffer.from(name.normalize('NFD'))))
    assert.deepEqual(await listed('g.zip', apart), [...names].sort())
  })
})
