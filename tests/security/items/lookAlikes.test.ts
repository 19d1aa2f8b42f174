import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { nameKey } from '@/domain/items/naming'
import type { ItemRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

/* decisions 102: names that look the same do not stand beside each other in a folder. */

let server: TestServer
let me: Client
let folder: ItemRow

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  const user = await make.user()
  me = await client(server).as(user.login)
  folder = await make.folder({ owner: user })
})
after(() => server.close())

const twins: [what: string, one: string, other: string][] = [
  ['a zero-width space', '合同.pdf', '合\u200b同.pdf'],
  ['a zero-width joiner', '报告.pdf', '报\u200d告.pdf'],
  ['a zero-width non-joiner', 'report.pdf', 'rep\u200cort.pdf'],
  ['a word joiner', 'a1.pdf', 'a\u20601.pdf'],
  ['a byte order mark', 'a2.pdf', 'a\ufeff2.pdf'],
  ['a soft hyphen', 'a3.pdf', 'a\u00ad3.pdf'],
  ['a variation selector', '文4.pdf', '文\ufe0f4.pdf'],
  ['a Hangul filler', 'a5.pdf', 'a\u31645.pdf'],
  ['a tag', 'a6.pdf', 'a\u{e0061}6.pdf'],
  ['a Cyrillic letter', 'salary.pdf', 's\u0430lary.pdf'],
  ['a Greek letter', 'BONUS.pdf', '\u0392ONUS.pdf'],
  ['a radical', '文件.pdf', '\u2f42件.pdf'],
  ['a no-break space', 'a 7.pdf', 'a\u00a07.pdf'],
  ['another hyphen', 'a-8.pdf', 'a\u20118.pdf'],
  ['a one dot leader', 'a9.pdf', 'a9\u2024pdf'],
  ['a variation selector of Hanzi', '文10.pdf', '文\u{e0100}10.pdf'],
  ['a sign of musical notation', 'a11.pdf', 'a\u{1d173}11.pdf'],
  ['a sign of shorthand', 'a12.pdf', 'a\u{1bca0}12.pdf'],
  ['an unassigned invisible character', 'a13.pdf', 'a\ufff013.pdf'],
  ['an annotation mark', 'a14.pdf', 'a\ufff914.pdf'],
  ['a second blank', 'a 15.pdf', 'a  15.pdf'],
  ['a Cyrillic letter with two points', 'ëa16.pdf', '\u0451a16.pdf'],
  ['a Cyrillic letter with a combining accent', 'óa17.pdf', '\u043e\u0301a17.pdf'],
  ['a phonetic letter', 'graph18.pdf', '\u0261raph18.pdf'],
]

describe('[ACT-07] names that look the same', () => {
  for (const [what, one, other] of twins) {
    test(`${what} makes no second name`, async () => {
      await upload(me, one, Buffer.from('x'), { folder_id: folder.id })
      const second = await upload(me, other, Buffer.from('y'), { folder_id: folder.id })
      assert.match(second.name, / \(1\)/)
      const inner = one.split('.')[0]!
      await me.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: inner })
      const input = { parent_folder_id: folder.id, name: other.replace(/[.\u2024]pdf$/, '') }
      if (input.name !== inner) await me.refused('POST /apps/files/new_folder', input, 'name_taken')
    })
  }

  test('a file cannot be renamed to the look of another', async () => {
    await upload(me, '工资.xlsx', Buffer.from('x'), { folder_id: folder.id })
    const file = await upload(me, '别的.xlsx', Buffer.from('y'), { folder_id: folder.id })
    const input = { item_typed_id: file.typed_id, name: '工\u200b资' }
    await me.refused('POST /apps/files/edit', input, 'name_taken')
  })

  test('a name of which nothing can be seen is refused', async () => {
    for (const name of ['\u200b', '\u3164\u200d', '\u2060 \ufe0f'])
      await me.refused('POST /apps/files/new_folder', { parent_folder_id: folder.id, name }, 'name_invisible')
  })

  test('names that look different stay different, and are stored as given', async () => {
    const names = ['a', 'A', 'Отчёт', 'Отчет', '１', '1', '（2）', '(2)', '㎏', 'kg', 'é', 'e', '👨‍👩‍👧', '👨👩']
    assert.equal(new Set(names.map(nameKey)).size, names.length)
    const family = '👨‍👩‍👧 照片'
    const { item } = await me.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: family })
    assert.equal(item.name, family)
  })
})
