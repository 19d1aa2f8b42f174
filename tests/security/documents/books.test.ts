import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { client } from '../../support/client'
import { excelOf, row, text } from '../../support/documents/books'
import { imported } from '../../support/documents/conversions'
import { makeDocument } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { lockedPackage } from '../../support/samples/lockedOffice'
import { sheet } from '../../support/samples/office'
import { numbersWorkbook } from '../../support/samples/workbooks'
import { deflatedZeros } from '../../support/samples/zip'
import { startTestServer, type TestServer } from '../../support/testServer'

const IMPORT = 'POST /apps/documents/import'
const COPY = 'POST /apps/documents/copy_as'
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
after(() => server.close())

async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const [owner, viewer, previewer] = [
    await make.user({ enterprise }),
    await make.user({ enterprise }),
    await make.user({ enterprise }),
  ]
  const folder = await make.folder({ owner })
  await make.collab(folder, { user: viewer }, 'viewer')
  await make.collab(folder, { user: previewer }, 'previewer')
  const as = async (user: { login: string }) => client(server).as(user.login)
  return { folder, me: await as(owner), viewer: await as(viewer), previewer: await as(previewer) }
}

describe('[DOC-07] hostile tables', () => {
  test('files that are none, encrypted, empty or too large are refused with the reason', async () => {
    const { folder, me } = await world()
    const plain = numbersWorkbook(2, 2)
    const bomb = sheet('', { more: { 'xl/worksheets/s.xml': deflatedZeros(200 * 1024 * 1024) } })
    const cases = [
      ['a.xlsx', 'no package', 'conversion_failed'],
      ['a.xls', 'no workbook', 'conversion_failed'],
      ['a.xlsx', plain.subarray(0, plain.length / 2), 'conversion_failed'],
      ['a.xlsx', lockedPackage(plain, 'pw'), 'conversion_encrypted'],
      ['a.csv', '', 'conversion_failed'],
      ['a.csv', Buffer.alloc(5000), 'conversion_failed'],
      ['a.csv', '1\n'.repeat(20_001), 'conversion_book_too_large'],
      ['a.xlsx', numbersWorkbook(2, 301), 'conversion_book_too_large'],
      ['a.xlsx', bomb, 'conversion_book_too_large'],
    ] as const
    for (const [name, content, code] of cases) {
      const file = await make.file({ parent: folder }, { name, content })
      await me.refused(IMPORT, { file_id: file.id }, code)
    }
  })

  test('entities, names of the prototype and markup stay words', async () => {
    const { folder, me } = await world()
    const rows = row(1, text('&lt;script&gt;alert(1)&lt;/script&gt;'), text('__proto__'), text('constructor'))
    const content = excelOf([{ name: '__proto__', rows }])
    const file = await make.file({ parent: folder }, { name: 'a.xlsx', content })
    const { id } = await imported(me, file.id)
    const { text: found } = (await server.deps.previews.readContent(
      await bodyOf(id),
      new AbortController().signal,
    )) ?? { text: '' }
    assert.match(found, /__proto__ <script>alert\(1\)<\/script> __proto__ constructor/)
  })

  async function bodyOf(itemId: number) {
    return server.deps.db
      .selectFrom('items')
      .innerJoin('versions', 'versions.id', 'items.current_version_id')
      .innerJoin('bodies', 'bodies.id', 'versions.body_id')
      .select(['bodies.id as bodyId', 'bodies.key as bodyKey', 'versions.size', 'versions.extension'])
      .where('items.id', '=', itemId)
      .executeTakeFirstOrThrow()
  }
})

describe('[DOC-07] rights on conversions of workbooks', () => {
  test('a kind of the other sort of document is not made', async () => {
    const { folder, me } = await world()
    const { item: book } = await makeDocument(me, 'yxls', folder.id)
    const { item: words } = await makeDocument(me, 'ydoc', folder.id)
    for (const format of ['docx', 'md'] as const)
      await me.refused(COPY, { file_id: book.id, format, parent_folder_id: 0 }, 'not_support')
    for (const format of ['xlsx', 'csv'] as const)
      await me.refused(COPY, { file_id: words.id, format, parent_folder_id: 0 }, 'not_support')
  })

  test('who may only preview copies nothing, and who may only view adds nothing beside the file', async () => {
    const { folder, me, viewer, previewer } = await world()
    const { item: book } = await makeDocument(me, 'yxls', folder.id)
    const file = await make.file({ parent: folder }, { name: 'a.csv', content: 'a,b\n' })
    await previewer.refused(COPY, { file_id: book.id, format: 'csv', parent_folder_id: 0 }, 'permission_denied')
    await previewer.refused(IMPORT, { file_id: file.id }, 'permission_denied')
    await viewer.refused(IMPORT, { file_id: file.id }, 'permission_denied')
    await viewer.refused(COPY, { file_id: book.id, format: 'csv', parent_folder_id: folder.id }, 'permission_denied')
    const { item: copy } = await viewer.call(COPY, { file_id: book.id, format: 'csv', parent_folder_id: 0 })
    assert.equal(copy?.name, '会议纪要.csv')
  })
})
