import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, open, rm, stat, symlink, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { canReach, unprivilegedAccount } from '../../../server/database/unprivileged'
import { converterAccount } from '../../../server/previews/sandbox/account'
import { NoPreview } from '../../../server/previews/converters/task'
import { Converters } from '../../../server/previews/converters/Converters'
import { TempWorkspace } from '../../../server/previews/sandbox/TempWorkspace'
import type { DiskStorage } from '../../../server/storage/DiskStorage'
import { client, type Client } from '../../support/client'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { quickConverter } from '../../support/previews/converter'
import { isDeep, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { watchers } from '../../support/hostile/lookAround'
import { previewWithout } from '../../support/previews/previewWithout'
import { textsOfPages } from '../../support/previews/readPdf'
import { serverCommand, startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { startTestServer, type TestServer } from '../../support/testServer'
import { assertNoSecret, findSandboxes, lying, placeCanary, placeSecrets, shown, waysTo, whyNoOffice } from './secrets'

const withoutOffice = await whyNoOffice()
const sandboxes = await findSandboxes()
const anySandbox = sandboxes.find(({ sandbox }) => sandbox !== null)?.sandbox ?? null

placeCanary()

describe('previews of a server that is not root', () => {
  const account = unprivilegedAccount()
  const isOutOfReach = account && !canReach(account, serverCommand.at(-1)!) && 'its account cannot reach the sources'
  let database: TestDatabase
  let server: ServerProcess | undefined
  let folder: string
  let me: Client

  before(async () => {
    if (isOutOfReach || withoutOffice || anySandbox === null) return
    database = await createTestDatabase()
    folder = await placeSecrets(await mkdtemp(join(tmpdir(), 'satchel-files-')), 0o700)
    if (account)
      for (const path of [folder, join(folder, 'marker.png'), join(folder, 'marker.txt')])
        await chown(path, account.uid, account.gid)
    const { host, port, user, database: name } = database.connection
    const address = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
    const opened = await open(join(lying, 'marker.png'))
    server = await startServerProcess(
      { DATA_DIR: folder, DATABASE_URL: address, DEMO: '0' },
      { account, descriptor: opened.fd },
    )
    await opened.close()
    me = await client(server).as((await factories({ db: database.db } as never).user()).login)
  })
  after(async () => {
    await server?.stop()
    await database?.drop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const skip = isOutOfReach || withoutOffice || (anySandbox === null && 'nothing confines converters here')
  for (const { name, bytes } of isDeep ? watchers : watchers.slice(1, 2)) {
    test(name, { skip }, async () => {
      const fd = `/proc/${server!.child.pid}/fd/3`
      const rendition = await shown(me, name, bytes(waysTo([lying, folder], [fd, '/proc/self/fd/3', '/dev/fd/3'])))
      await assertNoSecret(rendition ?? assert.fail('no preview'))
    })
  }

  for (const { name } of sample(sandboxes, 1)) {
    test(`the sandbox ${name} confines converters on a server without root`, { skip: isOutOfReach }, async (t) => {
      const module = pathToFileURL(resolve('server/previews/sandbox/findSandbox.ts')).href
      const code = `
        import { execFileSync } from 'node:child_process'
        const { findSandbox } = await import('${module}')
        const sandbox = await findSandbox([], [], '${name}')
        const look = 'cat "$1" 2>/dev/null; ls /proc | grep -c "^[0-9]"; grep CapBnd /proc/self/status'
        const view = { programs: [], writable: null, inputs: [], withFonts: false }
        const { command, args } = sandbox?.launch('/bin/sh', ['-c', look, 'sh', '${join(lying, 'marker.txt')}'], view) ?? {}
        process.stdout.write(sandbox ? execFileSync(command, args) : 'none')`
      const node = ['--import', 'tsx', '--input-type=module', '--eval', code]
      const { stdout } = await promisify(execFile)(process.execPath, node, { ...account, encoding: 'utf8' })
      if (stdout === 'none') return t.skip(`${name} does not work here without root`)
      assert.match(stdout, /^\d\nCapBnd:\s+0+\n$/)
    })
  }
})

describe('without confinement of converters', () => {
  let server: TestServer

  before(async () => {
    server = await startTestServer({ soffice: await quickConverter(), sandbox: null })
  })
  after(() => server.close())

  test('office documents have no preview, and the log tells the administrator why', async () => {
    const { state, said } = await previewWithout(
      server.deps,
      { soffice: await quickConverter(), sandbox: null },
      'docx',
      'pdf',
    )
    assert.deepEqual([state.status, state.reason], ['not_support', 'not_support'])
    assert.match(said, /OFFICE_WITHOUT_ISOLATION/)
    assert.match(server.deps.previews.notices.join(), /bubblewrap/)
  })

  test('a user who requests the preview of an office document gets a reason and no preview', async () => {
    const me = await client(server).as((await factories(server.deps).user()).login)
    assert.equal(await shown(me, 'letter.docx', Buffer.from('letter')), null)
  })

  test('converters of other files still run, and not as root', async () => {
    const room = await mkdtemp(join(tmpdir(), 'satchel-room-'))
    await chmod(room, 0o711)
    const job = await mkdtemp(join(room, 'job-'))
    await writeFile(join(job, 'in.txt'), 'text')
    const converters = new Converters(1, null)
    const task = { kind: 'textPdf', isCode: false, input: join(job, 'in.txt'), output: join(job, 'out.pdf') } as const
    assert.deepEqual(await converters.run(task, { limit: 60_000 }), { types: ['application/pdf'] })
    assert.equal((await stat(task.output)).uid, converterAccount?.uid ?? process.getuid!())
    converters.close()
    await rm(room, { recursive: true })
  })

  test('office documents are converted without confinement if the administrator explicitly allows it', async () => {
    const config = { officeWithoutIsolation: true }
    const open = await startTestServer({ soffice: await quickConverter(), sandbox: null, config })
    const me = await client(open).as((await factories(open.deps).user()).login)
    const rendition = await shown(me, 'letter.docx', Buffer.from('letter'))
    assert.deepEqual((await textsOfPages(rendition!)).length, 2)
    assert.match(open.deps.previews.notices.join(), /without isolation/)
    await open.close()
  })
})

describe('files that converters leave behind', () => {
  let workspace: TempWorkspace
  let keptFiles: string[]

  before(async () => {
    const storage = {
      write: async (source: AsyncIterable<Buffer>) => {
        let text = ''
        for await (const piece of source) text += piece.toString()
        keptFiles.push(text)
        return { key: 'k', size: text.length }
      },
    } as unknown as DiskStorage
    keptFiles = []
    const owner = { holder: 'tester', living: async () => new Set(['tester']) }
    workspace = await TempWorkspace.open(storage, owner, lying, { sandbox: null, enterpriseOf: async () => null })
  })
  after(() => workspace.close())

  const traps: [string, (folder: string) => Promise<void>][] = [
    ['a link to a file', (folder) => symlink(join(lying, 'marker.txt'), join(folder, 'made'))],
    ['a folder that is a link', (folder) => symlink(lying, join(folder, 'out'))],
    ['a pipe', async (folder) => void (await promisify(execFile)('mkfifo', [join(folder, 'made')]))],
    ['a folder', (folder) => mkdir(join(folder, 'made')).then(() => undefined)],
  ]
  for (const [title, set] of traps) {
    test(`${title} is not kept`, () =>
      workspace.use(1, async (folder) => {
        await set(folder)
        const path = title.startsWith('a folder that') ? join(folder, 'out', 'marker.txt') : join(folder, 'made')
        await assert.rejects(workspace.keep(path), NoPreview)
        assert.deepEqual(keptFiles, [])
      }))
  }

  test('a file is kept', () =>
    workspace.use(1, async (folder) => {
      await writeFile(join(folder, 'made'), 'made')
      await workspace.keep(join(folder, 'made'))
      assert.deepEqual(keptFiles.splice(0), ['made'])
    }))
})
