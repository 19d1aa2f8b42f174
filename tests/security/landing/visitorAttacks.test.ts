import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { jobOwner, type VisitorActor, type VisitorKey } from '../../../server/actors/actor'
import type { ItemRow } from '../../../server/database/tables'
import { usualLimits } from '../../../server/http/limits'
import { lockNames } from '../../../server/queries/items/freeNames'
import type { Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf, type Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

/* Attacks by a visitor, with or without an account, on the sharer and on other visitors of a link. */

const SAVE = 'POST /apps/files/copy'
const PACK = 'POST /pack_download/download'
const INFO = 'GET /apps/representations/info'

let at: Sharing

before(async () => {
  // Unread answers keep their places, however long a test takes.
  at = await Sharing.open({
    config: { trustedProxies: 1 },
    connections: 10,
    limits: { ...usualLimits, giveWay: usualLimits.stall },
  })
})
beforeEach(() => at.rewind())
after(() => at.close())

const scenario = ({ uniqueName }: Visitor) => ({ scenario: 'share', share_link_token: uniqueName })
const member = () => at.make.user({ enterprise: at.enterprise })
const pack = async (visitor: Visitor, item: ItemRow) =>
  (await visitor.client.call(PACK, { item_typed_ids: [typedIdOf(item)], ...scenario(visitor) })).download_url
const saving = (visitor: Visitor, item: ItemRow, folderId = 0) => ({
  item_typed_ids: [typedIdOf(item)],
  target_folder_id: folderId,
  ...scenario(visitor),
})

describe('previews of other users', () => {
  let file: ItemRow
  let visitor: Visitor
  beforeEach(async () => {
    file = await at.make.file({ owner: at.owner }, { name: '稿.txt', content: `words of ${Math.random()}` })
    visitor = await at.opened(await makeLink(at.me, file))
    await shown(at.me)
  })

  const stateFor = (who: Client, more = {}) => who.call(INFO, { file_id: file.id, ...more })
  const shown = (who: Client, more = {}) =>
    until('a preview', async () => (await stateFor(who, more)).status === 'generated')

  test('a visitor cannot force a new conversion: an existing preview stays as it is', async () => {
    at.later(3600)
    assert.equal((await visitor.preview(file, { 'force-regenerate': true })).status, 'generated')
    assert.equal((await stateFor(at.me)).status, 'generated')
  })

  deepTest('a visitor can retry a failed preview once', async () => {
    await sql`
      update representations set status = 'generating_failed', reason = 'server_error', body_key = null
      where body_id in (select body_id from versions where item_id = ${file.id})`.execute(at.server.deps.db)
    assert.equal((await visitor.preview(file)).reason, 'server_error')
    assert.equal((await visitor.preview(file, { 'force-regenerate': true })).reason, null)
    await shown(at.me)
  })
})

describe('visitors of an older version never see the file’s current name', () => {
  let file: ItemRow
  let link: Awaited<ReturnType<typeof makeLink>>
  beforeEach(async () => {
    const parent = await at.make.folder({ owner: at.owner })
    file = await at.make.file({ parent }, { name: '甲稿.txt', content: 'first' })
    link = await makeLink(at.me, file, { current_version: true })
    await at.newVersion(file, '机密.txt', 'second')
  })

  test('in the name of an archive', async () => {
    const visitor = await at.opened(link)
    const { headers } = await visitor.fetch(await pack(visitor, file))
    assert.match(headers.get('content-disposition')!, new RegExp(encodeURIComponent('甲稿.txt.zip')))
  })

  deepTest('in the message that reports the end of a save', async () => {
    const far = await at.signIn(await at.make.user())
    const visitor = await at.opened(link, far)
    await visitor.client.call(SAVE, saving(visitor, file))
    const name = await until('the message', async () => {
      const { messages } = await far.call('GET /apps/messages/get_list', {})
      return messages[0]?.item_name
    })
    assert.equal(name, '甲稿.txt')
  })
})

describe('[AH-06] visitors who save', () => {
  let file: ItemRow
  beforeEach(async () => {
    file = await at.make.file({ owner: at.owner })
  })

  test('are counted separately, even if several use the grant of one anonymous visitor', async () => {
    const link = await makeLink(at.me, file, { is_download_limit_v2: true, download_limit_v2: 1 })
    const visitor = await at.opened(link)
    const codes: string[] = []
    const [first, second] = [await member(), await member()]
    for (const user of [first, second]) {
      const they = await at.signIn(user)
      they.headers['x-share-grant'] = visitor.grant
      codes.push(codeOf(await they.send(SAVE, saving(visitor, file))))
    }
    assert.deepEqual(codes, ['success', 'share_link_preview_download_limited'])
    const { visits } = await at.me.call('GET /apps/share_links/visits', { share_link_id: link.id })
    assert.deepEqual(
      visits.flatMap(({ kind, user }) => (kind === 'download' ? [user?.id] : [])),
      [first.id],
    )
  })

  test('into a locked folder do not block other visitors of the link', async () => {
    const saver = await member()
    const into = await at.make.folder({ owner: saver })
    const link = await makeLink(at.me, file)
    const [visitor, other] = [await at.opened(link, await at.signIn(saver)), await at.opened(link)]
    const { db } = at.server.deps
    const [busy, over] = [gate(), gate()]
    const copying = db.transaction().execute(async (transaction) => {
      await lockNames(transaction, into.id)
      busy.open()
      await over.opened
    })
    await busy.opened
    const saved = visitor.client.send(SAVE, saving(visitor, file, into.id))
    try {
      await until('the save waits', async () => (await waiting(sql`locktype = 'advisory'`)) === 1)
      // A request that also waits would wait forever.
      const fetched = await Promise.race([other.tryDownload(file), until('it waits', rowAwaited).then(() => 'waits')])
      assert.equal(fetched, true)
    } finally {
      over.open()
    }
    await copying
    assert.equal(codeOf(await saved), 'success')
  })

  const rowAwaited = async () => (await waiting(sql`locktype in ('transactionid', 'tuple')`)) > 0
})

/** Counts the database queries that wait for a lock of the kind. */
async function waiting(which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database() and ${which}`.execute(at.server.deps.db)
  return rows[0]!.count
}

test('[AH-07] passwords tried concurrently from one network are checked four at a time', async () => {
  const file = await at.make.file({ owner: at.owner })
  const shut = await makeLink(at.me, file, { password_protected: true, password: 'k7m3' })
  const open = await makeLink(at.me, file)
  const { db } = at.server.deps
  const [held, over] = [gate(), gate()]
  const holding = db.transaction().execute(async (transaction) => {
    await sql`lock table login_attempts in access exclusive mode`.execute(transaction)
    held.open()
    await over.opened
  })
  await held.opened
  const tries = Array.from({ length: 12 }, async (_, n) => {
    const { client, uniqueName: unique_name } = at.visitorOf(shut)
    client.headers['x-forwarded-for'] = '203.0.113.50'
    return client.send('POST /apps/share_links/info/{unique_name}', { unique_name, password: `x${n}` })
  })
  const guessing = () => waiting(sql`relation = 'login_attempts'::regclass`)
  try {
    await until('guesses wait', async () => (await guessing()) >= 4)
    for (let n = 0; n < 5; n += 1) await at.opened(open)
    assert.equal(await guessing(), 4)
  } finally {
    over.open()
  }
  await holding
  await Promise.all(tries)
})

test('a client that is a new visitor at each download fills neither visits nor audit log, and all its downloads are counted', async () => {
  const file = await at.make.file({ owner: at.owner })
  const link = await makeLink(at.me, file)
  const { db } = at.server.deps
  await sql`
    insert into share_visits (link_id, at, kind, visitor, device, network)
    select ${link.id}, ${at.now}, 'download', 'x' || n, 'browser', '203.0.113.60' from generate_series(1, 2000) n`.execute(
    db,
  )
  const noted = async () => {
    const { rows } = await sql<{ visits: number; deeds: number }>`
      select (select count(*)::int from share_visits where link_id = ${link.id} and kind = 'download') as visits,
        (select count(*)::int from audit_log where item_id = ${file.id} and deed = 'item_downloaded') as deeds`.execute(
      db,
    )
    return [rows[0]!.visits - 2000, rows[0]!.deeds, (await at.linkNow(link.id)).download_count]
  }
  const fetchFrom = async (address: string) => {
    const visitor = at.visitorOf(link)
    visitor.client.headers['x-forwarded-for'] = address
    await visitor.open()
    await visitor.download(file)
  }
  for (let n = 0; n < 3; n += 1) await fetchFrom('203.0.113.60')
  assert.deepEqual(await noted(), [0, 0, 3])
  await fetchFrom('203.0.113.61')
  assert.deepEqual(await noted(), [1, 1, 4])
  at.later(7201)
  await fetchFrom('203.0.113.60')
  assert.deepEqual(await noted(), [2, 2, 5])
})

deepTest('one network gets twelve archives at a time; leaving frees a place', async () => {
  const folder = await at.make.folder({ owner: at.owner })
  await at.make.file({ parent: folder }, { content: Buffer.alloc(32 * 1024 * 1024) })
  const visitor = await at.opened(await makeLink(at.me, folder))
  const address = await pack(visitor, folder)
  const from = (network: string) => visitor.fetch(address, { 'x-forwarded-for': network })
  const twelve = await Promise.all(Array.from({ length: 12 }, () => from('203.0.113.70')))
  assert.ok(twelve.every(({ status }) => status === 200))
  let isAnswered = false
  const thirteenth = from('203.0.113.70').then((answer) => {
    isAnswered = true
    return answer
  })
  for (let n = 0; n < 3; n += 1) {
    const elsewhere = await from(`203.0.113.${71 + n}`)
    assert.equal(elsewhere.status, 200)
    await elsewhere.body!.cancel()
  }
  assert.equal(isAnswered, false)
  await twelve[0]!.body!.cancel()
  assert.equal((await thirteenth).status, 200)
  for (const { body } of [...twelve.slice(1), await thirteenth]) await body!.cancel()
})

test('[AH-17] the maker is notified of the first download, even if the client claims to be a robot', async () => {
  const file = await at.make.file({ owner: at.owner }, { name: '甲.txt' })
  const visitor = at.visitorOf(await makeLink(at.me, file))
  visitor.client.headers['user-agent'] = 'curl/8.5.0'
  await visitor.open()
  const noticesOfMaker = async () => {
    const { messages } = await at.me.call('GET /apps/messages/get_list', {})
    return messages.filter(
      ({ item_name, most_recent_message: { notice } }) => item_name === '甲.txt' && notice?.action === 'share_opened',
    ).length
  }
  assert.equal(await noticesOfMaker(), 0)
  await visitor.download(file)
  await visitor.fetch(await visitor.download(file))
  assert.equal(await noticesOfMaker(), 1)
})

test('a client that is a new visitor at each preview gets one turn in the queue: its jobs have one owner', () => {
  const ownerOf = (visitor: VisitorKey, linkId = 5) => {
    const maker = { enterprise: { id: 1 } }
    return jobOwner({ kind: 'visitor', visitor, maker, link: { id: linkId, passwordVersion: 1 } } as VisitorActor)
  }
  assert.deepEqual(ownerOf('x0123456789abcdef'), ownerOf('xfedcba9876543210'))
  assert.notDeepEqual(ownerOf('x0123456789abcdef'), ownerOf('x0123456789abcdef', 6))
  assert.notDeepEqual(ownerOf('u17'), ownerOf('u18'))
})
