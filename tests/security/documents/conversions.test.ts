import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import * as Y from 'yjs'
import type { Role } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { userKey } from '../../../server/actors/actor'
import { client, type Client } from '../../support/client'
import { bytesOf, copiedAs, imported, markupOf } from '../../support/documents/conversions'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { line, wordDocument } from '../../support/samples/documents'
import { lockedPackage } from '../../support/samples/lockedOffice'
import { relations } from '../../support/samples/office'
import { deflatedZeros } from '../../support/samples/zip'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { settled, until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

const IMPORT = 'POST /apps/documents/import'
const COPY = 'POST /apps/documents/copy_as'

async function world(role: Role = 'editor') {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const other = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  const collab = await make.collab(folder, { user: other }, role)
  const me = await client(server).as(owner.login)
  const they = await client(server).as(other.login)
  const source = await make.file({ parent: folder }, { name: '通知.md', content: '# 秘密\n\n内容' })
  const { item: document } = await makeDocument(me, 'ydoc', folder.id)
  const writer = await joinWriter(server, { fileId: document.id, access: await tokenOf(me, document.id) })
  writer.write('秘密')
  await writer.saved()
  const setRole = (next: Role) =>
    server.deps.db.updateTable('collabs').set({ role: next }).where('id', '=', collab.id).execute()
  return { enterprise, owner, other, folder, me, they, source, document, writer, setRole }
}

const copyOf = (fileId: number, folderId = 0) => ({
  file_id: fileId,
  format: 'md' as const,
  parent_folder_id: folderId,
})

/** The number of items, and of what is made and not taken. */
async function counts() {
  const { db } = server.deps
  const items = await db.selectFrom('items').select('id').execute()
  const made = await db.selectFrom('representations').select('kind').where('kind', 'like', 'as\\_%').execute()
  return { items: items.length, made: made.length }
}

async function refusedForAll(
  user: Client,
  input: object,
  name: typeof IMPORT | typeof COPY,
  code: Parameters<Client['refused']>[2],
) {
  const earlier = await counts()
  for (const continues of [undefined, false, true]) await user.refused(name, { ...input, continues }, code)
  assert.deepEqual(await counts(), earlier)
}

async function bodyOf(itemId: number): Promise<number> {
  const { body_id } = await server.deps.db
    .selectFrom('items')
    .innerJoin('versions', 'versions.id', 'items.current_version_id')
    .select('versions.body_id')
    .where('items.id', '=', itemId)
    .executeTakeFirstOrThrow()
  return body_id
}

/** A conversion that a person's earlier call began and that is made. */
async function madeFor(user: { id: number }, file: { id: number }, to: 'ydoc' | 'md', content: string): Promise<void> {
  const { db, storage, clock } = server.deps
  const bytes = Buffer.from(content)
  const { key } = await storage.write(Readable.from([bytes]), { size: bytes.length })
  const row = {
    body_id: await bodyOf(file.id),
    kind: `as_${to}_${file.id}@${userKey(user.id)}`,
    status: 'generated' as const,
    updated_at: clock(),
  }
  const made = { body_key: key, size: bytes.length, content_type: 'text/plain', reason: null }
  await db
    .insertInto('representations')
    .values({ ...row, ...made })
    .execute()
}

describe('[DOC-07] only those convert who may have the text', () => {
  test('a stranger learns nothing', async () => {
    const { source, document, folder } = await world()
    const stranger = await world()
    await refusedForAll(stranger.me, { file_id: source.id }, IMPORT, 'item_not_found')
    await refusedForAll(stranger.me, copyOf(document.id), COPY, 'item_not_found')
    await refusedForAll(stranger.me, copyOf(stranger.document.id, folder.id), COPY, 'item_not_found')
  })

  test('a previewer and an uploader get no text', async () => {
    for (const role of ['previewer', 'previewer_uploader', 'uploader'] as const) {
      const { they, source, document } = await world(role)
      await refusedForAll(they, { file_id: source.id }, IMPORT, 'permission_denied')
      await refusedForAll(they, copyOf(document.id), COPY, 'permission_denied')
    }
  })

  test('a viewer copies into their own space, and adds nothing to the shared folder', async () => {
    const { they, folder, source, document } = await world('viewer')
    await refusedForAll(they, { file_id: source.id }, IMPORT, 'permission_denied')
    await refusedForAll(they, copyOf(document.id, folder.id), COPY, 'permission_denied')
    const copy = await copiedAs(they, document.id, 'md')
    assert.equal(String(await bytesOf(server, copy.id)), '秘密\n')
  })

  test('a visitor of a link, and an ended session, convert nothing', async () => {
    const { me, they, document, source, folder } = await world()
    const link = await makeLink(me, folder, { password_protected: true, password: 'k7m3' })
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const scenario = { scenario: 'share', share_link_token: link.unique_name }
    for (const [name, input] of [
      [IMPORT, { file_id: source.id, ...scenario }],
      [COPY, { ...copyOf(document.id), ...scenario }],
    ] as const)
      await visitor.client.refused(name, input as never, 'login_expired')
    await they.call('POST /apps/users/logout', {})
    await they.refused(IMPORT, { file_id: source.id }, 'login_expired')
    await they.refused(COPY, copyOf(document.id), 'login_expired')
  })

  test('what is in the trash, encrypted, or of an organisation without documents is not converted', async () => {
    const { me, source, document, enterprise } = await world()
    const { db } = server.deps
    const change = (id: number, values: object) => db.updateTable('items').set(values).where('id', '=', id).execute()
    await change(source.id, { is_encrypted: true })
    await change(document.id, { is_encrypted: true })
    await refusedForAll(me, { file_id: source.id }, IMPORT, 'download_encrypted')
    await refusedForAll(me, copyOf(document.id), COPY, 'encrypt_yiqixie')
    for (const { id } of [source, document]) await change(id, { is_encrypted: false })
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${source.id}`, document.typed_id] })
    await refusedForAll(me, { file_id: source.id }, IMPORT, 'item_is_deleted')
    await refusedForAll(me, copyOf(document.id), COPY, 'item_is_deleted')
    await db.updateTable('enterprises').set({ collaborative_document: false }).where('id', '=', enterprise.id).execute()
    const again = await make.file({ owner: { id: source.creator_id } as never }, { name: 'a.md', content: 'a' })
    await refusedForAll(me, { file_id: again.id }, IMPORT, 'not_support')
  })

  test('files of other kinds become no document, and a sheet no text', async () => {
    const { me, owner } = await world()
    for (const name of ['a.pdf', 'a.html', 'a.ydoc', 'a.__proto__', 'constructor'])
      await me.refused(
        IMPORT,
        { file_id: (await make.file({ owner }, { name, content: 'a' })).id },
        name === 'a.ydoc' ? 'download_online_document' : 'not_support',
      )
    await me.refused(COPY, copyOf((await make.file({ owner }, { name: 'a.md', content: 'a' })).id), 'not_support')
    await me.refused(COPY, copyOf((await makeDocument(me, 'yxls')).item.id), 'not_support')
  })
})

describe('[DOC-07] rights are asked again when the file is made', () => {
  test('a right that was withdrawn meanwhile gives no file', async () => {
    const { they, other, source, document, folder, setRole } = await world()
    await madeFor(other, source, 'ydoc', 'x')
    await madeFor(other, document, 'md', 'x')
    await setRole('previewer')
    const { items } = await counts()
    await they.refused(IMPORT, { file_id: source.id, continues: true }, 'permission_denied')
    await they.refused(COPY, { ...copyOf(document.id), continues: true }, 'permission_denied')
    await setRole('viewer')
    await they.refused(COPY, { ...copyOf(document.id, folder.id), continues: true }, 'permission_denied')
    assert.equal((await counts()).items, items)
  })

  test('a session that ended while the file was made gives no file', async () => {
    const { me, owner, document } = await world()
    const { db } = server.deps
    const { items } = await counts()
    const kind = `as_md_${document.id}@${userKey(owner.id)}`
    const bodyId = await bodyOf(document.id)
    // As if another process made it: no job here does.
    await sql`insert into jobs (kind, payload, dedupe_key, state, locked_until)
      values ('convert_document', '{}', ${`${bodyId}:${kind}`}, 'running', now() + interval '1 day')`.execute(db)
    const answer = me.refused(COPY, copyOf(document.id), 'login_expired')
    const row = () => db.selectFrom('representations').select('kind').where('kind', '=', kind).executeTakeFirst()
    await until('the conversion', row)
    await me.call('POST /apps/users/logout', {})
    const blob = await server.deps.storage.write(Readable.from([Buffer.from('x')]), { size: 1 })
    const made = { status: 'generated', body_key: blob.key, size: 1, content_type: 'text/markdown' } as const
    await db.updateTable('representations').set(made).where('kind', '=', kind).execute()
    await settled('the answer', answer)
    assert.equal((await counts()).items, items)
  })

  test('nobody takes what another person’s call made; one’s own is taken once, also by several calls at once', async () => {
    const { me, they, other, document } = await world()
    const { made: before } = await counts()
    await madeFor(other, document, 'md', 'theirs')
    await me.refused(COPY, { ...copyOf(document.id), continues: true }, 'conversion_ended')
    const earlier = (await counts()).items
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => they.send(COPY, { ...copyOf(document.id), continues: true })),
    )
    const made = answers.filter(({ body }) => (body as { success: boolean }).success)
    assert.deepEqual([made.length, (await counts()).items - earlier], [1, 1])
    const { item } = made[0]!.body as { item: { id: number } }
    assert.equal(String(await bytesOf(server, item.id)), 'theirs')
    assert.equal((await counts()).made, before)
  })

  test('a full space gets no file, and keeps room for another try', async () => {
    const { me, owner, document, source } = await world()
    await server.deps.db.updateTable('users').set({ quota_bytes: 1 }).where('id', '=', owner.id).execute()
    const { items } = await counts()
    await me.refused(COPY, copyOf(document.id), 'quota_exceeded')
    await me.refused(IMPORT, { file_id: source.id }, 'quota_exceeded')
    assert.equal((await counts()).items, items)
    await server.deps.db.updateTable('users').set({ quota_bytes: null }).where('id', '=', owner.id).execute()
    assert.equal((await me.call(COPY, { ...copyOf(document.id), continues: true })).item?.name, '会议纪要.md')
  })
})

/** Asks until the conversion of a file has ended, which must be a refusal. */
async function refusedAtLast(user: Client, fileId: number, code: ErrorCode): Promise<void> {
  for (let continues = false; ; continues = true) {
    const { body } = await user.send(IMPORT, { file_id: fileId, continues })
    const { item, errors } = body as { item?: unknown; errors?: unknown }
    if (item !== null) return assert.match(JSON.stringify(errors), new RegExp(`"error_code":"${code}"`))
  }
}

describe('[DOC-07] hostile files', () => {
  const importOf = async (name: string, content: Buffer | string) => {
    const { me, owner } = await world()
    return { me, id: (await make.file({ owner }, { name, content })).id }
  }

  test('a file that is none, an encrypted and an empty one are refused with the reason', async () => {
    for (const [name, content, code] of [
      ['a.docx', 'no package', 'conversion_failed'],
      ['a.docx', lockedPackage(wordDocument(line('a')), 'pw'), 'conversion_encrypted'],
      ['a.docx', '', 'conversion_failed'],
      ['a.md', '', 'conversion_failed'],
    ] as const) {
      const { me, id } = await importOf(name, content)
      await refusedAtLast(me, id, code)
    }
  })

  test('a text that unpacks to too many bytes, or is too long, is refused', async () => {
    const bomb = wordDocument('', { more: { 'word/document.xml': deflatedZeros(200 * 1024 * 1024) } })
    for (const [name, content] of [
      ['a.docx', bomb],
      ['a.txt', 'a\n'.repeat(2_200_000)],
      ['a.md', 'a\n\n'.repeat(250_000)],
    ] as const) {
      const { me, id } = await importOf(name, content)
      await refusedAtLast(me, id, 'conversion_too_large')
    }
  })

  test('deep nesting ends, and what is made opens in the editor', async () => {
    const deep = '<w:tbl><w:tr><w:tc>'.repeat(600) + line('tief') + '</w:tc></w:tr></w:tbl>'.repeat(600)
    for (const [name, content, word] of [
      ['a.md', `${'> '.repeat(3000)}tief\n\n${'- '.repeat(2000)}mehr`, 'mehr'],
      ['a.docx', wordDocument(deep), 'tief'],
    ] as const) {
      const { me, id } = await importOf(name, content)
      const item = await imported(me, id)
      assert.ok((await markupOf(server, item.id)).includes(word))
      const writer = await joinWriter(server, { fileId: item.id, access: await tokenOf(me, item.id) })
      assert.equal(writer.told('opened')?.role, 'write')
      endWriters()
    }
  })

  test('links lead only to pages and mail addresses, in and out', async () => {
    const script = `<Relationship Id="j" Type="${relations}/hyperlink" Target="javascript:alert(1)" TargetMode="External"/>`
    const link = `<w:p><w:hyperlink r:id="j"><w:r><w:t>klick</w:t></w:r></w:hyperlink></w:p>`
    for (const [name, content] of [
      ['a.docx', wordDocument(link, { relationships: script })],
      ['a.md', '[klick](javascript:alert%281%29) <script>alert(2)</script> [b](file:///etc/passwd)'],
    ] as const) {
      const { me, id } = await importOf(name, content)
      const item = await imported(me, id)
      assert.doesNotMatch(await markupOf(server, item.id), /javascript|file:|href/)
    }
    const { me, document, writer } = await world()
    const paragraph = new Y.XmlElement('paragraph')
    const text = new Y.XmlText()
    text.insert(0, 'klick', { link: { href: 'javascript:alert(1)' } })
    paragraph.insert(0, [text])
    writer.document.getXmlFragment('default').push([paragraph])
    await writer.saved()
    const copy = await copiedAs(me, document.id, 'md')
    assert.equal(String(await bytesOf(server, copy.id)), '秘密\n\nklick\n')
  })
})
