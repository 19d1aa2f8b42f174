import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { client, type Client } from '../../support/client'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

let database: TestDatabase
let folder: string
let server: ServerProcess
let user: Client

const settings = () => {
  const { host, port, user: role, database: name } = database.connection
  const DATABASE_URL = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${role}`
  return { DATA_DIR: folder, DATABASE_URL, DEMO: '0', LOG_LEVEL: 'info' }
}

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'satchel-metrics-'))
  await chmod(folder, 0o711)
  server = await startServerProcess({ ...settings(), METRICS_PORT: '0' })
  const { login } = await factories({ db: database.db, storage: undefined as never, clock: () => new Date() }).user()
  user = await client(server).as(login)
})
after(async () => {
  await server.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const address = () => /Metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(server.output())?.[1]

async function scrape(): Promise<string> {
  const answer = await fetch(address()!)
  assert.equal(answer.status, 200)
  return answer.text()
}

/** The value of a figure; undefined when there is none. @param labels as Prometheus writes them */
function valueOf(text: string, name: string, labels = ''): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(labels === '' ? `${name} ` : `${name}{${labels}} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('figures for Prometheus (RUN-03)', () => {
  test('[RUN-03] they count requests by call, bytes, streams, uploads, jobs and connections', async () => {
    await user.call('GET /apps/users/is_user_logged_in', {})
    const sizeOfFile = 300_000
    await upload(user, 'counted.bin', Buffer.alloc(sizeOfFile, 7), { folder_id: 0 })
    await user.call('POST /apps/files/presign_upload', { file_size: 5, folder_id: 0, name: 'open.txt' })
    const stream = await openEvents(user, 'own')
    const { db } = database
    const due = new Date(Date.now() - 90_000)
    await db
      .insertInto('jobs')
      .values(
        (['waiting', 'waiting', 'failed'] as const).map((state) => ({
          kind: 'of_nobody',
          payload: '{}',
          run_at: due,
          state,
        })),
      )
      .execute()

    const text = await until('the figures', async () => {
      const found = await scrape()
      return valueOf(found, 'satchel_event_streams') === 1 ? found : null
    })
    const counted = 'satchel_request_seconds_count'
    assert.ok(valueOf(text, counted, 'call="GET /api/apps/users/is_user_logged_in",status="2xx"')! >= 1, text)
    assert.ok(valueOf(text, counted, 'call="POST /api/apps/files/presign_upload",status="2xx"')! >= 2)
    assert.ok(valueOf(text, 'satchel_received_bytes_total')! > sizeOfFile)
    assert.ok(valueOf(text, 'satchel_sent_bytes_total')! > 0)
    assert.equal(valueOf(text, 'satchel_uploads', 'state="open"'), 1)
    assert.equal(valueOf(text, 'satchel_jobs', 'kind="of_nobody",state="waiting"'), 2)
    assert.equal(valueOf(text, 'satchel_jobs', 'kind="of_nobody",state="failed"'), 1)
    const age = valueOf(text, 'satchel_oldest_job_seconds', 'kind="of_nobody"')!
    assert.ok(age >= 90 && age < 300, `${age} s`)
    assert.ok(valueOf(text, 'satchel_pool_connections')! >= 1)
    assert.equal(valueOf(text, 'satchel_document_sockets'), 0)
    assert.equal(valueOf(text, 'satchel_database_up'), 1)
    assert.match(text, /satchel_job_seconds_count\{kind="purge_uploads",result="done"\} 1/)
    assert.match(text, /process_resident_memory_bytes \d/)
    stream.close()
  })

  test('[RUN-03] they contain routes, never addresses: no name of a link and no token', async () => {
    const name = 'bmFtZS1vZi1hLWxpbmstMQ'
    for (const path of [`/share/${name}`, `/api/apps/share_links/info/${name}`, `/api/${name}`])
      await user.request('GET', path)
    await until('the requests', async () =>
      valueOf(await scrape(), 'satchel_request_seconds_count', 'call="other",status="4xx"'),
    )
    assert.equal((await scrape()).includes(name), false)
  })

  test('[RUN-03] their port answers nothing else, and no page of a foreign host', async () => {
    const url = new URL(address()!)
    assert.equal((await fetch(new URL('/', url))).status, 404)
    assert.equal((await fetch(url, { method: 'POST' })).status, 404)
    const status = await new Promise((resolve, reject) => {
      http
        .get(url, { headers: { host: 'evil.example' } }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
    })
    assert.equal(status, 421)
    // With a built client this is an address of its pages.
    assert.doesNotMatch(await (await fetch(new URL('/metrics', server.url))).text(), /satchel_/)
  })

  test('[RUN-03] without the setting there is no such port', async () => {
    const other = await startServerProcess(settings())
    assert.doesNotMatch(other.output(), /Metrics/)
    await other.stop()
  })
})

describe('request ids (RUN-03)', () => {
  test('[RUN-03] an answer names its request in a header, an error also in its body, and the log has the same id', async () => {
    const { headers, body, status } = await user.request('GET', '/api/apps/none')
    assert.equal(status, 404)
    const id = headers.get('x-request-id')!
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.equal((body as { request_id: string }).request_id, id)
    const lines = await until('the log', () => {
      const found = server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes(id))
      return found.length >= 2 ? found : null
    })
    for (const line of lines) assert.equal((JSON.parse(line) as { reqId: string }).reqId, id)
    const others = await user.request('GET', '/api/apps/none', undefined, { 'x-request-id': 'chosen-by-the-client' })
    assert.notEqual(others.headers.get('x-request-id'), 'chosen-by-the-client')
  })

  test('[RUN-03] questions of balancers leave no lines in the log', async () => {
    const { headers } = await user.request('GET', '/healthz')
    await user.call('GET /apps/users/is_user_logged_in', {})
    await until('the later call', () => server.output().includes('is_user_logged_in'))
    assert.equal(server.output().includes(headers.get('x-request-id')!), false)
  })
})
