import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, open, readFile, rm, stat, symlink, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { canReach, unprivilegedAccount } from '../../../server/database/unprivileged'
import { converterAccount, giveToConverters } from '../../../server/previews/sandbox/account'
import { NoPreview } from '../../../server/previews/converters/task'
import { converterProgram } from '../../../server/previews/converters/converterProgram'
import { Converters } from '../../../server/previews/converters/Converters'
import { runLimited } from '../../../server/previews/sandbox/limited'
import { findOffice } from '../../../server/previews/makers/office'
import { findSandbox } from '../../../server/previews/sandbox/findSandbox'
import { TempWorkspace } from '../../../server/previews/sandbox/TempWorkspace'
import type { DiskStorage } from '../../../server/storage/DiskStorage'
import { client, type Client } from '../../support/client'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { quickConverter } from '../../support/previews/converter'
import { isDeep } from '../../support/deep'
import { factories } from '../../support/factories'
import { openCanary } from '../../support/hostile/endOf'
import { drawingThatLooks, lookers, type Named } from '../../support/hostile/lookAround'
import { previewWithout } from '../../support/previews/previewWithout'
import { readPdf } from '../../support/previews/readPdf'
import { serverCommand, startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const SECRET = 'marker-of-a-secret-7f3a'
const COLOUR = { r: 0xf0, g: 0x12, b: 0x9b }
/** Tolerance per colour channel for a converter's output. */
const NEAR = 14
/** Time limit of a conversion on a busy machine, ms. */
const PATIENCE = 240_000
const bounds = { limit: 60_000, memory: 8 * 1024 ** 2, processorTime: 20, output: 1e6 }

const office = await findOffice()
const withoutOffice = office === null && 'LibreOffice is not installed'
const programs = converterProgram().programs
const sandboxes = await Promise.all(
  (['bubblewrap', 'unshare'] as const).map(async (name) => ({ name, sandbox: await findSandbox([], programs, name) })),
)
const anySandbox = sandboxes.find(({ sandbox }) => sandbox !== null)?.sandbox ?? null

let canary: Awaited<ReturnType<typeof openCanary>>
/** Readable by everybody, as files in a temporary folder often are. */
let lying: string

before(async () => {
  canary = await openCanary()
  lying = await placeSecrets(await mkdtemp(join(tmpdir(), 'satchel-secret-')), 0o755)
})
after(async () => {
  canary.close()
  await rm(lying, { recursive: true, force: true })
})

/** Puts a picture and a text into a folder that no converter may read. */
async function placeSecrets(folder: string, mode: number): Promise<string> {
  await chmod(folder, mode)
  await writeFile(
    join(folder, 'marker.png'),
    await sharp({ create: { width: 64, height: 64, channels: 3, background: COLOUR } })
      .png()
      .toBuffer(),
  )
  await writeFile(join(folder, 'marker.txt'), SECRET)
  return folder
}

/** All paths to the secrets of some folders, and to those that a process has open. */
function waysTo(folders: readonly string[], opened: readonly string[] = []): Named {
  const ways = (name: string) => [
    ...folders.flatMap((folder) => [
      `file://${folder}/${name}`,
      `${folder}/${name}`,
      ...['../..', '../../..', '../../../..'].map((up) => up + folder.replace(tmpdir(), '') + `/${name}`),
    ]),
  ]
  return {
    pictures: [...ways('marker.png'), ...opened.map((path) => `file://${path}`), `${canary.address}/picture.png`],
    texts: [...ways('marker.txt').slice(0, 2), `${canary.address}/text`],
  }
}

/** A user's view of a file: its PDF or picture; null without a preview. */
async function shown(me: Client, name: string, bytes: Buffer): Promise<Buffer | null> {
  const item = await upload(me, name, bytes)
  const info = await until(
    `the preview of ${name}`,
    async () => {
      const answer = await me.call('GET /apps/representations/info', { file_id: item.id })
      return answer.status === 'generated' || answer.reason !== null ? answer : null
    },
    PATIENCE,
  )
  if (info.status !== 'generated') return null
  const rendition = await fetch(new URL(info.preview_url ?? '', me.url))
  assert.equal(rendition.status, 200)
  return Buffer.from(await rendition.arrayBuffer())
}

async function assertNoSecret(rendition: Buffer): Promise<void> {
  const isPdf = rendition.subarray(0, 5).toString() === '%PDF-'
  const { pages, pictures } = isPdf ? await readPdf(rendition) : { pages: [], pictures: [rendition] }
  assert.ok(!pages.join().includes(SECRET), 'its text shows the secret')
  for (const picture of pictures) assert.equal(await pixelsOfSecret(picture), 0, 'its pixels show the secret')
}

async function pixelsOfSecret(picture: Buffer): Promise<number> {
  const data = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer()
  let pixels = 0
  for (let at = 0; at + 2 < data.length; at += 3)
    if ([COLOUR.r, COLOUR.g, COLOUR.b].every((value, channel) => Math.abs(data[at + channel]! - value) < NEAR))
      pixels += 1
  return pixels
}

for (const { name, sandbox } of sandboxes) {
  const missing = sandbox === null && `${name} does not work here`

  describe(`a program confined by ${name}`, { skip: missing }, () => {
    let folder: string

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'satchel-job-'))
    })
    after(() => rm(folder, { recursive: true, force: true }))

    test('sees its input, programs and fonts, and nothing else', async () => {
      const opened = await open(join(lying, 'marker.txt'))
      const paths = [
        join(lying, 'marker.txt'),
        `/proc/${process.pid}/fd/${opened.fd}`,
        `/proc/self/fd/${opened.fd}`,
        '/etc/passwd',
        '/root',
        '/home',
        '/run',
        fileURLToPath(import.meta.url),
      ]
      await writeFile(join(folder, 'input'), 'the input')
      const code = `
        const { connect } = require('node:net'), fs = require('node:fs')
        const told = {
          read: ${JSON.stringify(paths)}.filter((path) => fs.existsSync(path)),
          input: fs.readFileSync('input', 'utf8'),
          lent: fs.readFileSync('lent', 'utf8'),
          uid: process.getuid(),
          processes: fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length,
          descriptors: fs.readdirSync('/proc/self/fd').flatMap((at) => { try { return [fs.readlinkSync('/proc/self/fd/' + at)] } catch { return [] } }).filter((at) => at.includes('marker')),
          status: fs.readFileSync('/proc/self/status', 'utf8'),
          writes: ['/usr/x', '/x', '/lib/x', 'lent'].filter((path) => { try { fs.writeFileSync(path, ''); return true } catch { return false } }),
        }
        const socket = connect(${new URL(canary.address).port}, '127.0.0.1')
        const end = (reached) => { fs.writeFileSync('told.json', JSON.stringify({ ...told, reached })); process.exit() }
        socket.on('connect', () => end(true)).on('error', () => end(false))`
      await writeFile(join(folder, 'lent-from'), 'lent')
      await chmod(join(folder, 'lent-from'), 0o644)
      await giveToConverters([folder, join(folder, 'input')])
      await runLimited(process.execPath, ['-e', code], folder, {
        ...bounds,
        sandbox,
        inputs: [{ from: join(folder, 'lent-from'), to: join(folder, 'lent') }],
      })
      await opened.close()
      const report = JSON.parse(await readFile(join(folder, 'told.json'), 'utf8'))
      assert.deepEqual(report.read, [])
      assert.equal(report.input, 'the input')
      assert.equal(report.lent, 'lent')
      assert.deepEqual(report.descriptors, [])
      assert.deepEqual(report.writes, [])
      assert.ok(report.processes < 8, `${report.processes} processes`)
      assert.equal(report.reached, false)
      assert.match(report.status, /CapEff:\s+0+\n/)
      assert.match(report.status, /CapBnd:\s+0+\n/)
      assert.match(report.status, /NoNewPrivs:\s+1\n/)
      if (converterAccount) assert.equal(report.uid, converterAccount.uid)
    })

    test('leaves the processor to the server, with its whole session', async () => {
      const code = `
        const fs = require('node:fs'), group = '/proc/self/autogroup'
        const told = fs.existsSync(group) ? fs.readFileSync(group, 'utf8').trim().split(' ').at(-1) : null
        fs.writeFileSync('priority.json', JSON.stringify([require('node:os').getPriority(), told]))`
      await giveToConverters([folder])
      await runLimited(process.execPath, ['-e', code], folder, {
        ...bounds,
        sandbox,
      })
      const [own, session] = JSON.parse(await readFile(join(folder, 'priority.json'), 'utf8')) as [
        number,
        string | null,
      ]
      assert.equal(own, 5)
      // Users other than root can change a session ten times a second only, whoever owns it.
      if (process.getuid!() === 0) assert.equal(session, existsSync('/proc/self/autogroup') ? '5' : null)
    })

    test('is ended with all its children once it is cancelled', async () => {
      const stop = new AbortController()
      const marks = join(folder, 'marks')
      await mkdir(marks)
      await giveToConverters([folder, marks])
      const run = runLimited('/bin/sh', ['-c', 'setsid sh -c "echo x > marks/begun; sleep 1000" & wait'], folder, {
        ...bounds,
        sandbox,
        signal: stop.signal,
        environment: { MARK: marks },
      })
      await until(
        'its child',
        async () => (await readFile(join(marks, 'begun'), 'utf8').catch(() => '')) !== '' || null,
      )
      stop.abort()
      await assert.rejects(run, { name: 'AbortError' })
      await until('the end of its child', async () => {
        const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
        return !stdout.includes('echo x > marks/begun') || null
      })
    })
  })

  describe(`converter processes confined by ${name}`, { skip: missing }, () => {
    let folder: string
    let converters: Converters

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'satchel-rooms-'))
      await chmod(folder, 0o711)
      converters = new Converters(1, sandbox)
    })
    after(async () => {
      converters.close()
      await rm(folder, { recursive: true, force: true })
    })

    /** Runs a job whose input is a link, as a compromised reader could request. */
    const read = async (room: string, target: string) => {
      const job = await mkdtemp(join(folder, room, 'job-'))
      const input = join(job, 'in.txt')
      await symlink(target, input)
      const { content } = await converters.run({ kind: 'readContent', input, from: 'text' }, { limit: 60_000 })
      return content?.text
    }

    test('read files of their own room, and neither another enterprise’s nor anything else', async () => {
      for (const room of ['1', '2']) {
        await mkdir(join(folder, room), { mode: 0o711 })
        await writeFile(join(folder, room, 'in.txt'), `of ${room}`)
        await chmod(join(folder, room), 0o711)
      }
      assert.equal(await read('1', join(folder, '1', 'in.txt')), 'of 1')
      await assert.rejects(read('1', join(folder, '2', 'in.txt')), /ENOENT/)
      await assert.rejects(read('1', join(lying, 'marker.txt')), /ENOENT/)
      assert.equal(await read('2', join(folder, '2', 'in.txt')), 'of 2')
      await assert.rejects(read('2', join(folder, '1', 'in.txt')), /ENOENT/)
    })

    test('are ended with all their children, however early they are cancelled', async () => {
      await mkdir(join(folder, '4'), { mode: 0o711 })
      for (let wait = 0; wait < 30; wait += 1) {
        const stop = new AbortController()
        const job = await mkdtemp(join(folder, '4', 'job-'))
        const task = { kind: 'readContent', input: join(job, 'in.txt'), from: 'text' } as const
        await writeFile(task.input, 'of 4')
        const run = converters.run(task, { limit: 60_000, signal: stop.signal })
        const begun = performance.now()
        while (performance.now() - begun < wait) await new Promise((resolve) => setImmediate(resolve))
        stop.abort()
        await assert.rejects(run)
      }
      await until('the end of all', async () => {
        const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
        return !stdout.includes(join(folder, '4'))
      })
    })

    test('leave the processor to the server', async () => {
      await mkdir(join(folder, '3'), { mode: 0o711 })
      await writeFile(join(folder, '3', 'in.txt'), 'of 3')
      await read('3', join(folder, '3', 'in.txt'))
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'ni=,args='])
      const own = stdout.split('\n').filter((line) => line.includes(join(folder, '3')))
      assert.ok(own.length > 0)
      assert.deepEqual(
        own.filter((line) => !line.trim().startsWith('5 ')),
        [],
      )
    })
  })

  describe(`previews of a server with converters confined by ${name}`, { skip: missing || withoutOffice }, () => {
    let server: TestServer
    let me: Client

    before(async () => {
      server = await startTestServer({ sandbox })
      me = await client(server).as((await factories(server.deps).user()).login)
      await placeSecrets(server.folder, 0o755)
    })
    after(() => server.close())

    // An unconfined LibreOffice can reach the first two; its settings also block the others.
    const chosen = isDeep ? lookers : lookers.slice(...(name === 'bubblewrap' ? [0, 1] : [1, 2]))
    for (const { name: title, bytes } of chosen) {
      test(title, async () => {
        const opened = await open(join(lying, 'marker.png'))
        const named = waysTo([lying, server.folder], [`/proc/${process.pid}/fd/${opened.fd}`])
        const rendition = await shown(me, title, bytes(named))
        await opened.close()
        await assertNoSecret(rendition ?? assert.fail('no preview'))
      })
    }

    test(drawingThatLooks.name, async () => {
      const rendition = await shown(me, drawingThatLooks.name, drawingThatLooks.bytes(waysTo([lying, server.folder])))
      await assertNoSecret(rendition ?? assert.fail('no preview'))
    })

    test('a text with marks that looks around shows no secret', async () => {
      const { pictures } = waysTo([lying, server.folder])
      const content = `shown\n\n${pictures.map((at) => `![x](${at}) <img src="${at}">`).join('\n\n')}\n`
      const rendition = await shown(me, 'looks around.md', Buffer.from(content))
      await assertNoSecret(rendition ?? assert.fail('no preview'))
    })

    const playlists: [string, (at: string) => string][] = [
      [
        'a play list in the clothes of a video.mp4',
        (at) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\n${at}\n#EXT-X-ENDLIST\n`,
      ],
      ['a list of parts in the clothes of a video.mp4', (at) => `ffconcat version 1.0\nfile '${at}'\n`],
      ['a play list in the clothes of a film.avi', (at) => `#EXTM3U\n#EXTINF:1,\nconcat:${at}|${at}\n`],
    ]
    for (const [title, list] of playlists) {
      test(title, async () => {
        for (const at of [`file://${lying}/marker.png`, `${canary.address}/video`])
          assert.equal(await shown(me, title, Buffer.from(list(at))), null)
      })
    }

    test('none asked the network', () => assert.deepEqual(canary.asked, []))
  })
}

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
  for (const { name, bytes } of isDeep ? lookers : lookers.slice(1, 2)) {
    test(name, { skip }, async () => {
      const fd = `/proc/${server!.child.pid}/fd/3`
      const rendition = await shown(me, name, bytes(waysTo([lying, folder], [fd, '/proc/self/fd/3', '/dev/fd/3'])))
      await assertNoSecret(rendition ?? assert.fail('no preview'))
    })
  }

  for (const { name } of sandboxes) {
    test(`${name} confines without root`, { skip: isOutOfReach }, async (t) => {
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

  test('a user who requests one is told why', async () => {
    const me = await client(server).as((await factories(server.deps).user()).login)
    assert.equal(await shown(me, 'letter.docx', Buffer.from('letter')), null)
  })

  test('the other converters still run, and not as root', async () => {
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

  test('they are converted if explicitly allowed', async () => {
    const config = { officeWithoutIsolation: true }
    const open = await startTestServer({ soffice: await quickConverter(), sandbox: null, config })
    const me = await client(open).as((await factories(open.deps).user()).login)
    const rendition = await shown(me, 'letter.docx', Buffer.from('letter'))
    assert.deepEqual((await readPdf(rendition!)).pages.length, 2)
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
