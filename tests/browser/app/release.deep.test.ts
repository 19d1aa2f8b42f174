import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import { client, type Client } from '../../support/client'
import { deepTest, isDeep } from '../../support/deep'
import { isEnded, madeBefore, previewTable, type PreviewFile } from '../../support/previews/previewTable'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { upload } from '../../support/uploads/upload'

const run = promisify(execFile)

describe('[RUN-04] the release runs by Node alone, away from the sources and their packages', () => {
  let folder: string
  let release: string
  let server: ServerProcess
  let me: Client

  before(async () => {
    if (!isDeep) return
    folder = await mkdtemp(join(tmpdir(), 'satchel-release-'))
    // The account that runs PostgreSQL must reach its folder.
    await chmod(folder, 0o711)
    const made = join(folder, 'made')
    await run(process.execPath, ['scripts/release.mjs', made])
    const archive = (await readdir(made)).find((name) => name.endsWith('.tar.gz'))!
    release = join(folder, archive.replace('.tar.gz', ''))
    await run('tar', ['-xzf', join(made, archive), '-C', folder])
    await rm(made, { recursive: true })
    const command = ['--enable-source-maps', join(release, 'dist/server/main.js')]
    server = await startServerProcess({ DATA_DIR: join(folder, 'data'), DEMO: '1' }, { command })
    me = await client(server).as('teacher@mingde.demo', 'satchel-demo')
  })
  after(async () => {
    if (!isDeep) return
    await server.stop()
    await rm(folder, { recursive: true })
  })

  deepTest('it contains the commands of its guide, and the licences', async () => {
    const { scripts } = JSON.parse(await readFile(join(release, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    assert.deepEqual(Object.keys(scripts), ['start', 'admin'])
    const { stdout } = await run('npm', ['run', '-s', 'admin', '--', '--json', 'organisation', 'list'], {
      cwd: release,
      env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
    })
    assert.match(stdout, /明德学校/)
    for (const name of ['LICENSE', 'THIRD_PARTY_NOTICES', 'docs/deploy.md']) await readFile(join(release, name))
  })

  deepTest('it serves the web client', async () => {
    const page = await (await fetch(server.url)).text()
    const script = /<script[^>]* src="([^"]+)"/.exec(page)![1]!
    assert.equal((await fetch(new URL(script, server.url))).status, 200)
  })

  deepTest('it previews every kind of file', async () => {
    const rows = previewTable.filter(({ skip }) => !skip)
    const files: PreviewFile[] = []
    for (const row of rows) {
      const { id } = await upload(me, row.name, Buffer.from(await row.content()))
      files.push({ ...row, id })
    }
    await madeBefore(me, files)
    for (const { id, name, end } of files) {
      const info = await me.call('GET /apps/representations/info', { file_id: id })
      assert.ok(isEnded(info), name)
      if (end === 'generated' || end === 'extract_completed') assert.deepEqual([name, info.status], [name, end])
      else if (end !== 'told') assert.deepEqual([name, info.reason], [name, end])
    }
  })
})
