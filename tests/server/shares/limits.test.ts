import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../../server/time/clock'
import { takeLease, type Lease } from '../../../server/database/lease'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { DiskStorage } from '../../../server/storage/DiskStorage'
import { deepTest } from '../../support/deep'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { factories } from '../../support/factories'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'

const VISITORS = 50

/* Two server processes on one database and one folder, like two machines behind a balancer. */
let database: TestDatabase
let folder: string
let lease: Lease
let servers: ServerProcess[] = []
let make: ReturnType<typeof factories>
let owner: UserRow
let file: ItemRow

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'satchel-shares-'))
  await chmod(folder, 0o711)
  lease = await takeLease(database.db, console)
  const storage = await DiskStorage.open(join(folder, 'files'), lease)
  make = factories({ db: database.db, storage, clock: systemClock })
  owner = await make.user()
  file = await make.file({ owner }, { name: '通知.txt', content: '明天放假' })
  const { host, port, user, database: name } = database.connection
  const address = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
  const settings = { DATA_DIR: folder, DATABASE_URL: address, DEMO: '0' }
  servers = [await startServerProcess(settings), await startServerProcess(settings)]
})
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await lease.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const linkNow = (id: number) =>
  database.db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Polls until the preview exists or is refused. */
async function tryToPreview(visitor: Visitor): Promise<boolean> {
  const outcome = await until<'granted' | 'refused' | null>('the preview', () => askForPreview(visitor), 60_000, 100)
  return outcome === 'granted'
}

async function askForPreview({ client, uniqueName }: Visitor): Promise<'granted' | 'refused' | null> {
  const input = { file_id: file.id, scenario: 'share', share_link_token: uniqueName }
  const { body } = await client.send('GET /apps/representations/info', input)
  const { success, status, errors } = body as {
    success: boolean
    status?: string
    errors?: { validation_errors: { error_code: string }[] }
  }
  if (success) return status === 'generated' ? 'granted' : null
  // The code depends on whether downloads are left.
  assert.match(errors!.validation_errors[0]!.error_code, /^share_link_preview(_download)?_limited$/)
  return 'refused'
}

describe('[AH-06] fifty concurrent visitors on two servers', () => {
  test('they get exactly the 10 previews and 5 downloads of a link', async () => {
    const link = await make.shareLink(owner, [file], { preview_limit: 10, download_limit: 5 })
    const visitors = Array.from({ length: VISITORS }, (_, at) => new Visitor(servers[at % 2]!.url, link.unique_name))
    await Promise.all(visitors.map((visitor) => visitor.open()))
    const outcomes = await Promise.all(
      visitors.map(async (visitor) => Promise.all([tryToPreview(visitor), visitor.tryDownload(file)])),
    )
    assert.equal(outcomes.filter(([isPreviewed]) => isPreviewed).length, 10)
    assert.equal(outcomes.filter(([, isDownloaded]) => isDownloaded).length, 5)
    const { preview_count, download_count, visit_count, visitor_count } = await linkNow(link.id)
    assert.deepEqual(
      { preview_count, download_count, visit_count, visitor_count },
      { preview_count: 10, download_count: 5, visit_count: VISITORS, visitor_count: VISITORS },
    )
  })

  deepTest('one visitor with many concurrent requests to both servers gets one of each', async () => {
    const link = await make.shareLink(owner, [file], { preview_limit: 3, download_limit: 3 })
    const [one, other] = servers.map(({ url }) => new Visitor(url, link.unique_name)) as [Visitor, Visitor]
    await one.open()
    other.client.headers['x-share-grant'] = one.grant
    const many = Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other))
    await Promise.all(many.map((visitor) => Promise.all([tryToPreview(visitor), visitor.tryDownload(file)])))
    const { preview_count, download_count, visit_count } = await linkNow(link.id)
    assert.deepEqual([preview_count, download_count, visit_count], [1, 1, 1])
  })
})
