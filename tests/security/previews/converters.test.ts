import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { converterAccount, giveToConverters } from '../../../server/previews/sandbox/account'
import { Converters } from '../../../server/previews/converters/Converters'
import { runLimited } from '../../../server/previews/sandbox/limited'
import { client, type Client } from '../../support/client'
import { isDeep, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { drawingThatLooks, watchers } from '../../support/hostile/lookAround'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import {
  assertNoSecret,
  canary,
  findSandboxes,
  lying,
  placeCanary,
  placeSecrets,
  shown,
  waysTo,
  whyNoOffice,
} from './secrets'

const bounds = { limit: 60_000, memory: 8 * 1024 ** 2, processorTime: 20, output: 1e6 }

placeCanary()

const withoutOffice = await whyNoOffice()

for (const { name, sandbox } of await findSandboxes()) {
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

    test('yields the processor to the server, together with its whole session', async () => {
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

    test('read files in their own working folder, no files of another enterprise and nothing else', async () => {
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
      /** ms after the begin */
      const moments = Array.from({ length: 30 }, (_, n) => n)
      for (const wait of sample(moments, 8)) {
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

    test('yield the processor to the server', async () => {
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
    const chosen = isDeep ? watchers : watchers.slice(...(name === 'bubblewrap' ? [0, 1] : [1, 2]))
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

    test('a Markdown text that refers to secrets shows none of them', async () => {
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

    test('no converter used the network', () => assert.deepEqual(canary.asked, []))
  })
}
