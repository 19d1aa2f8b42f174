import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ItemRow } from '../../../server/database/tables'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { Sharing } from '../../support/shares/sharing'
import { makeLink } from '../../support/shares/shares'
import { settled, until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

/* Addresses of files and uploads need no session, so that players and browsers can fetch them. Their checks take turns as calls do. */

let at: Sharing
let file: ItemRow

before(async () => {
  at = await Sharing.open({ config: { trustedProxies: 1 }, connections: 10 })
  file = await at.make.file({ owner: at.owner })
})
after(() => at.close())

/** Counts the connections of this server that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(at.server.deps.db)
  return rows[0]!.count
}

/** Sends a request 40 times while a table is locked. Exactly `most` of them must reach the database, and another user's list is answered meanwhile. */
async function flood(table: string, most: number, send: (n: number) => Promise<Response>) {
  const they = await at.signIn(await at.make.user())
  const [held, over] = [gate(), gate()]
  const holding = at.server.deps.db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)
    held.open()
    await over.opened
  })
  await held.opened
  const sent = Array.from({ length: 40 }, (_, n) => send(n))
  try {
    await until(`${most} wait`, async () => (await waiting()) >= most)
    const lists = Array.from({ length: 3 }, () => they.call('GET /apps/files/file_list/{folderId}', { folderId: 0 }))
    await settled('the lists of another user', Promise.all(lists))
    assert.equal(await waiting(), most)
  } finally {
    over.open()
  }
  await holding
  return new Set((await Promise.all(sent)).map(({ status }) => status))
}

const from = (network: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': network, ...more },
})

describe('checks of addresses', () => {
  test('[ACT-08] 40 downloads by visitors of one network are checked four at a time', async () => {
    const link = await makeLink(at.me, file)
    const paths = await Promise.all(Array.from({ length: 4 }, async () => (await at.opened(link)).download(file)))
    const send = (n: number) => fetch(at.server.url + paths[n % 4]!, from('203.0.113.40'))
    assert.deepEqual(await flood('share_links', 4, send), new Set([200]))
  })

  test('[ACT-08] 40 downloads by a user are checked four at a time', async () => {
    const { download_url: path } = await at.me.call('GET /apps/files/download', { file_id: file.id })
    const send = (n: number) => fetch(at.server.url + path, { method: 'HEAD', ...from(`203.0.${n}.1`) })
    assert.deepEqual(await flood('audit_log', 4, send), new Set([200]))
  })

  test('[ACT-08] archives of one network are checked four at a time', async () => {
    const visitor = await at.opened(await makeLink(at.me, file))
    const { download_url: path } = await visitor.client.call('POST /pack_download/download', {
      item_typed_ids: [`file_${file.id}`],
      scenario: 'share',
      share_link_token: visitor.uniqueName,
    })
    const send = () => fetch(at.server.url + path, from('203.0.113.41'))
    assert.deepEqual(await flood('share_links', 4, send), new Set([200]))
  })

  test('[AH-25] uploads of strangers are looked up four at a time for a network', async () => {
    const link = await makeFileRequest(at.me, await at.make.folder({ owner: at.owner }))
    const somebody = new Contributing(at.server.url, link.unique_name)
    assert.equal(await somebody.join('周舟'), 'success')
    const { tus_url: path } = await somebody.client.call('POST /apps/collects/presign', {
      unique_name: link.unique_name,
      name: '作业.txt',
      file_size: 4,
    })
    const headers = { 'x-collect-token': somebody.token, 'tus-resumable': '1.0.0' }
    const send = () => fetch(at.server.url + path, { method: 'HEAD', ...from('203.0.113.42', headers) })
    assert.deepEqual(await flood('collect_people', 4, send), new Set([200]))
  })

  test('calls of visitors with a faulty input are judged four at a time for a network', async () => {
    const visitor = await at.opened(await makeLink(at.me, file))
    const query = `scenario=share&share_link_token=${visitor.uniqueName}&item_typed_id=nothing`
    const send = () =>
      fetch(
        `${at.server.url}/api/apps/files/get_info?${query}`,
        from('203.0.113.43', { 'x-share-grant': visitor.grant }),
      )
    assert.deepEqual(await flood('share_links', 4, send), new Set([200]))
  })
})
