import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { docx, pdf } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const MINUTE = 60_000

describe('[PREV-04] a converter that exceeds its time limit', () => {
  let folder: string
  let server: TestServer
  let me: Client
  let now = new Date('2026-03-01T08:00:00Z').getTime()
  let owner: Awaited<ReturnType<ReturnType<typeof factories>['user']>>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-busy-'))
    await chmod(folder, 0o755)
    await writeFile(join(folder, 'ready.pdf'), await pdf())
    await mkdir(join(folder, 'runs'))
    await chmod(join(folder, 'runs'), 0o777)
    // Stands in for LibreOffice: waits for ever, until the machine is free. Makes nothing in one run, if it is told so.
    const soffice = join(folder, 'soffice')
    await writeFile(
      soffice,
      `#!/bin/sh
[ -e "${folder}/free" ] || exec sleep 3600
rm "${folder}/runs/empty" 2>/dev/null && exit
while [ "$1" != --outdir ]; do shift; done
cp "${folder}/ready.pdf" "$2/in.pdf"
`,
    )
    await chmod(soffice, 0o755)
    const config = { officeWithoutIsolation: true }
    server = await startTestServer({ clock: () => new Date(now), soffice, sandbox: null, officeLimit: 300, config })
    owner = await factories(server.deps).user()
    me = await client(server).as(owner.login)
  })
  after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  const fileOf = (name: string) => factories(server.deps).file({ owner }, { name, content: docx(name) })
  const ended = (id: number, again = false) => {
    let more = again ? { 'force-regenerate': true } : {}
    return until('the end of the preview', async () => {
      const info = await me.call('GET /apps/representations/info', { file_id: id, ...more })
      more = {}
      return info.reason !== null || info.status === 'generated' ? info : null
    })
  }
  const setFree = (isFree: boolean) =>
    isFree ? writeFile(join(folder, 'free'), '') : rm(join(folder, 'free'), { force: true })

  test('fails for now, with a reason that offers to try again, and succeeds by itself ten minutes later', async () => {
    await setFree(false)
    const { id } = await fileOf('later.docx')
    assert.equal((await ended(id)).reason, 'server_error')
    await setFree(true)
    assert.equal((await ended(id)).reason, 'server_error')
    now += 11 * MINUTE
    await until('the second try', async () => {
      const { status } = await me.call('GET /apps/representations/info', { file_id: id })
      return status === 'generated'
    })
  })

  test('is tried a third time, an hour after the second', async () => {
    await setFree(false)
    const { id } = await fileOf('much later.docx')
    await ended(id)
    const retries = () =>
      server.deps.db
        .selectFrom('jobs')
        .select('run_at')
        .where('kind', '=', 'retry_rendition')
        .where('state', '=', 'waiting')
        .execute()
    now += 11 * MINUTE
    await until('the third try is planned', async () => {
      const [next] = await retries()
      return next !== undefined && next.run_at.getTime() > now + 50 * MINUTE
    })
    await setFree(true)
    now += 61 * MINUTE
    await until('the third try', async () => {
      const { status } = await me.call('GET /apps/representations/info', { file_id: id })
      return status === 'generated'
    })
    assert.deepEqual(await retries(), [])
  })

  test('a document of which LibreOffice makes nothing by chance is converted again', async () => {
    await setFree(true)
    const { id } = await fileOf('by chance.docx')
    await writeFile(join(folder, 'runs/empty'), '')
    assert.equal((await ended(id)).status, 'generated')
  })

  test('a user tries again at once', async () => {
    await setFree(false)
    const { id } = await fileOf('at once.docx')
    assert.equal((await ended(id)).reason, 'server_error')
    await setFree(true)
    assert.equal((await ended(id, true)).status, 'generated')
  })
})
