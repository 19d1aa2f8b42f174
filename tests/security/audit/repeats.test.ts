import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { insertAuditEvent, lockRecords } from '../../../server/queries/audit'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

/* decisions 98: what a client may repeat without end is one entry per hour, item and person. */

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
let me: Client
let file: ItemRow
let other: ItemRow

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())
beforeEach(async () => {
  user = await make.user()
  me = await client(server).as(user.login)
  file = await make.file({ owner: user })
  other = await make.file({ owner: user })
})

const downloads = async (who = user) => {
  const rows = await server.deps.db
    .selectFrom('audit_log')
    .select('item_id')
    .where('user_id', '=', who.id)
    .where('deed', '=', 'item_downloaded')
    .orderBy('id')
    .execute()
  return rows.map(({ item_id: id }) => id)
}
/** What the log says about new items and versions: event, id, name and detail. */
const made = async (who: UserRow) => {
  const rows = await server.deps.db
    .selectFrom('audit_log')
    .select(['deed', 'item_id', 'item_name', 'detail'])
    .where('user_id', '=', who.id)
    .where('deed', 'in', ['item_uploaded', 'item_created', 'version_uploaded'])
    .orderBy('id')
    .execute()
  return rows.map(({ deed, item_id: id, item_name: name, detail }) => [deed, id, name, detail])
}
/** Whether a transaction of this test's database waits for another one's advisory lock. */
const waitsForLock = async () => {
  const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(server.deps.db)
  return rows.length > 0
}
const order = (who: Client, item = file) => who.call('GET /apps/files/download', { file_id: item.id })
const pack = (...items: ItemRow[]) =>
  me.call('POST /pack_download/download', { item_typed_ids: items.map(({ id }) => `file_${id}` as const) })

describe('the audit log', () => {
  test('[ACT-08] holds one entry for many downloads of a file, one after another and concurrently', async () => {
    for (let n = 0; n < 20; n += 1) await order(me)
    await Promise.all(Array.from({ length: 60 }, () => order(me, other)))
    assert.deepEqual(await downloads(), [file.id, other.id])
  })

  test('[ACT-08] holds one entry for a download, its transfer and archives with the file', async () => {
    const { download_url: address } = await order(me)
    await (await fetch(server.url + address)).arrayBuffer()
    for (let n = 0; n < 10; n += 1) await pack(file, other)
    await Promise.all(Array.from({ length: 10 }, () => pack(other, file)))
    assert.deepEqual((await downloads()).sort(), [file.id, other.id].sort())
  })

  test('[ACT-08] holds one entry although another transaction is about to record the same download', async () => {
    const { db } = server.deps
    let isOrdered = false
    const recorded = await db.transaction().execute(async (transaction) => {
      await lockRecords(transaction, user.id)
      const download = order(me).then(() => void (isOrdered = true))
      await until('the download waits', async () => isOrdered || (await waitsForLock()))
      const event = { deed: 'item_downloaded', at: new Date(now), userId: user.id, address: '' } as const
      await insertAuditEvent(transaction, { ...event, itemIds: [file.id] })
      return { download }
    })
    await recorded.download
    assert.deepEqual(await downloads(), [file.id])
  })

  test('[ACT-08] [OPEN-06] holds another entry for an application that acts for the person', async () => {
    const administrator = await make.user({ enterprise: { id: user.enterprise_id }, isAdministrator: true })
    const credentials = await makeApplication(server, administrator)
    const application = new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
    await order(me)
    for (let n = 0; n < 3; n += 1) await application.call('GET /v2/file/{id}/download', { id: file.id })
    await order(me)
    assert.deepEqual(await downloads(), [file.id, file.id])
  })

  test('[ADM-14] holds one entry per uploaded file and new folder or document, and one an hour for versions of a file', async () => {
    const enterprise = await make.enterprise({ collaborative_document: true })
    const author = await make.user({ enterprise })
    const they = await client(server).as(author.login)
    const { item: folder } = await they.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: 'Lessons' })
    await they.refused('POST /apps/files/new_folder', { parent_folder_id: 0, name: 'Lessons' }, 'name_taken')
    const document = { parent_folder_id: 0, name: 'Plan', kind: 'ydoc' } as const
    const { item: plan } = await they.call('POST /apps/documents/create', document)
    const first = await upload(they, 'a.txt', Buffer.from('1'))
    const second = await upload(they, 'a.txt', Buffer.from('2'))
    const options = { target_file_id: first.id }
    for (const text of ['3', '4', '5']) await upload(they, 'a.txt', Buffer.from(text), options)
    now += 3_601_000
    await upload(they, 'a.txt', Buffer.from('6'), options)
    assert.deepEqual(await made(author), [
      ['item_created', folder.id, 'Lessons', null],
      ['item_created', plan.id, 'Plan.ydoc', null],
      ['item_uploaded', first.id, 'a.txt', null],
      ['item_uploaded', second.id, 'a (1).txt', null],
      ['version_uploaded', first.id, 'a.txt', null],
      ['version_uploaded', first.id, 'a.txt', null],
    ])
  })

  test('[ADM-14] [OPEN-06] names the application through which a folder is made', async () => {
    const administrator = await make.user({ enterprise: { id: user.enterprise_id }, isAdministrator: true })
    const credentials = await makeApplication(server, administrator)
    const application = new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
    const folder = await application.call('POST /v2/folder/create', { parent_id: 0, name: 'Lessons' })
    assert.deepEqual(await made(user), [['item_created', folder.id, 'Lessons', { application: 'Lessons' }]])
  })

  test('[ACT-08] holds another entry an hour later, and one for each person', async () => {
    await order(me)
    now += 3_599_000
    await order(me)
    assert.deepEqual(await downloads(), [file.id])
    now += 2000
    await order(me)
    assert.deepEqual(await downloads(), [file.id, file.id])
    const folder = await make.folder({ owner: user })
    const shared = await make.file({ parent: folder })
    const colleague = await make.user({ enterprise: { id: user.enterprise_id } })
    await make.collab(folder, { user: colleague }, 'viewer')
    await order(me, shared)
    await order(await client(server).as(colleague.login), shared)
    assert.deepEqual(await downloads(colleague), [shared.id])
  })
})
