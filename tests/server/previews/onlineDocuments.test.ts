import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import { emptyState } from '../../../server/services/documents/body'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const EDITOR = 'https://editor.example/open?lang=zh&access={access}#doc'
const BASE = 'https://drive.example'

let now = new Date('2026-03-01T08:20:00Z')
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ clock: () => now, config: { documentEditorUrl: EDITOR, baseUrl: BASE } })
  make = factories(server.deps)
})
after(() => server.close())

async function world(collaborative_document = true) {
  const enterprise = await make.enterprise({ collaborative_document })
  const owner = await make.user({ enterprise })
  return { enterprise, owner, me: await client(server).as(owner.login) }
}

const change = (id: number, fields: object) =>
  server.deps.db.updateTable('items').set(fields).where('id', '=', id).execute()
/** The address at which the editor asks for access, taken from its own address. */
const askedAt = (accessUrl: string) => new URL(new URL(accessUrl).searchParams.get('access') ?? assert.fail(accessUrl))
/** The server's answer to the editor. */
async function editorAnswer(access: URL) {
  const answer = await fetch(server.url + access.pathname + access.search)
  return { status: answer.status, cached: answer.headers.get('cache-control'), body: (await answer.json()) as object }
}

describe('[PREV-11] GET /yiqixie/get_access_url', () => {
  for (const name of ['纪要.ydoc', '预算.yxls']) {
    test(`${name} opens at an address of the editor, which learns the user, the document and the rights`, async () => {
      const { owner, me } = await world()
      const { id } = await make.file({ owner }, { name })
      const { access_url } = await me.call('GET /yiqixie/get_access_url', { file_id: id })
      assert.match(
        access_url,
        /^https:\/\/editor\.example\/open\?lang=zh&access=https%3A%2F%2Fdrive\.example%2Fapi%2Fyiqixie%2Faccess[^#&]*#doc$/,
      )
      const access = askedAt(access_url)
      assert.equal(access.origin, BASE)
      const { status, cached, body } = await editorAnswer(access)
      assert.deepEqual([status, cached], [200, 'no-store'])
      const { permissions, ...rest } = body as { permissions: string[] }
      assert.deepEqual(rest, { file_id: id, name, user: { id: owner.id, name: owner.name } })
      assert.ok(permissions.includes('item_upload') && permissions.includes('item_preview'))
    })
  }

  test('the editor is notified that a previewer may only read', async () => {
    const { enterprise, owner } = await world()
    const file = await make.file({ owner }, { name: '纪要.ydoc' })
    const user = await make.user({ enterprise })
    await make.collab(file, { user }, 'previewer')
    const { access_url } = await (
      await client(server).as(user.login)
    ).call('GET /yiqixie/get_access_url', { file_id: file.id })
    const { permissions } = (await editorAnswer(askedAt(access_url))).body as { permissions: string[] }
    assert.deepEqual(
      [
        permissions.includes('item_preview'),
        permissions.includes('item_upload'),
        permissions.includes('item_download'),
      ],
      [true, false, false],
    )
  })

  test('the editor gets no access by an address that is altered, expired or without the right', async () => {
    const { enterprise, owner } = await world()
    const file = await make.file({ owner }, { name: '纪要.ydoc' })
    const other = await make.file({ owner }, { name: '另一份.ydoc' })
    const user = await make.user({ enterprise })
    const collab = await make.collab(file, { user }, 'viewer')
    const access = askedAt(
      (await (await client(server).as(user.login)).call('GET /yiqixie/get_access_url', { file_id: file.id }))
        .access_url,
    )
    for (const [from, to] of [
      [`file_id=${file.id}`, `file_id=${other.id}`],
      [`a=u${user.id}`, `a=u${owner.id}`],
      ['yiqixie/access', 'apps/files/download/content'],
    ] as const) {
      assert.equal((await editorAnswer(new URL(access.href.replace(from, to)))).status, 403, to)
    }
    assert.equal((await editorAnswer(access)).status, 200)
    const gone: [fields: object, back: object][] = [
      [{ scope: 1 }, { scope: 0 }],
      [{ is_encrypted: true }, { is_encrypted: false }],
      [
        { deleted_at: now, deleted_by: owner.id, deleted_space_owner_id: owner.id },
        { deleted_at: null, deleted_by: null, deleted_space_owner_id: null },
      ],
    ]
    for (const [fields, back] of gone) {
      await change(file.id, fields)
      assert.equal((await editorAnswer(access)).status, 403, JSON.stringify(fields))
      await change(file.id, back)
    }
    assert.equal((await editorAnswer(access)).status, 200)
    const before = now
    now = new Date(now.getTime() + 2 * 3600_000)
    assert.equal((await editorAnswer(access)).status, 403)
    now = before
    await server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute()
    assert.equal((await editorAnswer(access)).status, 403)
  })

  const refused: [sentence: string, name: string, fields: object, code: ErrorCode][] = [
    ['a document of another kind', '纪要.docx', { scope: 0 }, 'not_support'],
    ['an encrypted document', '纪要.ydoc', { is_encrypted: true }, 'encrypt_yiqixie'],
    ['a document that may not be previewed', '纪要.ydoc', { scope: 1 }, 'permission_denied'],
    ['a document in the trash', '纪要.ydoc', { deleted_at: new Date(0) }, 'item_is_deleted'],
  ]
  for (const [sentence, name, fields, code] of refused) {
    test(`${sentence} answers ${code}`, async () => {
      const { owner, me } = await world()
      const { id } = await make.file({ owner }, { name })
      await change(
        id,
        'deleted_at' in fields ? { ...fields, deleted_by: owner.id, deleted_space_owner_id: owner.id } : fields,
      )
      await me.refused('GET /yiqixie/get_access_url', { file_id: id }, code)
    })
  }

  test('a foreign document answers like a missing one', async () => {
    const { owner } = await world()
    const { id } = await make.file({ owner }, { name: '纪要.ydoc' })
    const { me } = await world()
    for (const file_id of [id, 999_999_999])
      await me.refused('GET /yiqixie/get_access_url', { file_id }, 'item_not_found')
  })

  test('an enterprise without collaborative documents gets not_support; without another editor, ours opens documents of ours', async () => {
    const without = await world(false)
    await without.me.refused(
      'GET /yiqixie/get_access_url',
      { file_id: (await make.file(without, { name: '纪要.ydoc' })).id },
      'not_support',
    )
    const { owner, me } = await world()
    const { id } = await make.file({ owner }, { name: '纪要.ydoc' })
    const ours = await make.file({ owner }, { name: '计划.ydoc', content: Buffer.from(emptyState) })
    Object.assign(server.deps.config, { documentEditorUrl: null })
    await me.refused('GET /yiqixie/get_access_url', { file_id: id }, 'not_support')
    const { access_url } = await me.call('GET /yiqixie/get_access_url', { file_id: ours.id })
    assert.match(access_url, new RegExp(`^${BASE}/documents/${ours.id}#access=[^#&]+$`))
    Object.assign(server.deps.config, { documentEditorUrl: EDITOR })
  })
})
