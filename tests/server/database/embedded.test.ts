import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { connect } from '../../../server/database/connect'
import { startEmbedded, type EmbeddedDatabase } from '../../../server/database/embedded'
import { findPostmaster } from '../../../server/database/postmaster'
import { canReach } from '../../../server/database/unprivileged'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function temporary(name = 'satchel-engine-') {
  const folder = await mkdtemp(join(tmpdir(), name))
  folders.push(folder)
  await chmod(folder, 0o711)
  return folder
}

const engines: EmbeddedDatabase[] = []
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())))

async function start(folder: string) {
  const engine = await startEmbedded({ folder, cache: join(folder, 'cache') })
  engines.push(engine)
  return engine
}

async function ask<T>(engine: EmbeddedDatabase, query: string) {
  const db = connect(engine.connection, 1, () => undefined)
  try {
    return (await sql.raw<T>(query).execute(db)).rows
  } finally {
    await db.destroy()
  }
}

/** Runs a process that starts the engine, executes the body, and is then killed like a server. */
async function startInOtherProcess(folder: string, body: string) {
  const path = (name: string) =>
    JSON.stringify(fileURLToPath(new URL(`../../../server/database/${name}.ts`, import.meta.url)))
  const script = `
    import { startEmbedded } from ${path('embedded')}
    import { connect } from ${path('connect')}
    import { sql } from 'kysely'
    const engine = await startEmbedded({ folder: ${JSON.stringify(folder)}, cache: ${JSON.stringify(join(folder, 'cache'))} })
    const db = connect(engine.connection, 4, () => undefined)
    ${body}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  await until('the other process', () => lines.length > 0, 60_000)
  return { child, lines }
}

describe('the embedded engine', () => {
  test('starts in an empty folder, listens only on a socket in it, stops, and finds its data again', async () => {
    const folder = await temporary()
    const first = await start(folder)
    assert.equal(first.connection.host, join(folder, 'run'))
    assert.deepEqual(await ask(first, 'show listen_addresses'), [{ listen_addresses: '' }])
    assert.equal((await stat(join(folder, 'run'))).mode & 0o777, 0o700)
    await ask(first, 'create table kept as select 1 as one')
    await first.stop()
    assert.equal(findPostmaster(join(folder, 'postgresql')), undefined)
    const second = await start(folder)
    assert.deepEqual(await ask(second, 'select * from kept'), [{ one: 1 }])
    await second.stop()
  })

  deepTest('a socket whose path would be too long is created elsewhere', async () => {
    const folder = join(await temporary(), 'x'.repeat(60), 'y'.repeat(40))
    const engine = await start(folder)
    assert.ok(engine.connection.host.length < 60, engine.connection.host)
    assert.deepEqual(await ask(engine, 'select 1 as one'), [{ one: 1 }])
    await engine.stop()
    await rm(engine.connection.host, { recursive: true })
  })

  deepTest('a second server on the folder is refused while the first is running', async () => {
    const folder = await temporary()
    const engine = await start(folder)
    await assert.rejects(start(folder), /Another server uses the data folder/)
    assert.deepEqual(await ask(engine, 'select 1 as one'), [{ one: 1 }])
  })

  deepTest(
    'after kill -9 of the server the orphan is stopped, nothing acknowledged is lost, and one engine runs',
    async () => {
      const folder = await temporary()
      for (let round = 0; round < 2; round++) {
        const { child, lines } = await startInOtherProcess(
          folder,
          `
        await sql\`create table if not exists written (n bigint generated always as identity)\`.execute(db)
        const write = async () => {
          for (;;) {
            const { rows } = await sql\`insert into written default values returning n\`.execute(db)
            console.log(rows[0].n)
          }
        }
        await Promise.all([write(), write(), write()])`,
        )
        await until('some writes', () => lines.length > 50 * (round + 1))
        child.kill('SIGKILL')
        await once(child, 'exit')
        const orphan = findPostmaster(join(folder, 'postgresql'))
        assert.ok(orphan, 'the engine did not outlive its server: the test proves nothing')
        const engine = await start(folder)
        assert.notEqual(findPostmaster(join(folder, 'postgresql')), orphan)
        const acknowledged = lines.map(Number)
        const stored = new Set((await ask<{ n: string }>(engine, 'select n from written')).map((row) => Number(row.n)))
        assert.deepEqual(
          acknowledged.filter((n) => !stored.has(n)),
          [],
        )
        await engine.stop()
      }
    },
  )

  deepTest('a lock file with the process number of another program does not prevent the start', async () => {
    const folder = await temporary()
    await (await start(folder)).stop()
    await writeFile(join(folder, 'postgresql', 'postmaster.pid'), `${process.pid}\n`)
    assert.deepEqual(await ask(await start(folder), 'select 1 as one'), [{ one: 1 }])
  })

  deepTest('the server is notified when the engine ends by itself', async () => {
    const engine = await start(await temporary())
    process.kill(findPostmaster(join(engine.connection.host, '..', 'postgresql'))!, 'SIGQUIT')
    assert.match((await engine.failed).message, /^PostgreSQL stopped/)
  })

  deepTest('data of another major version is not touched', async () => {
    const folder = await temporary()
    await (await start(folder)).stop()
    await writeFile(join(folder, 'postgresql', 'PG_VERSION'), '17\n')
    await assert.rejects(start(folder), /was written by PostgreSQL 17/)
  })

  deepTest('an unprivileged account cannot reach below a private folder', async () => {
    const folder = await temporary()
    const nobody = { uid: 65534, gid: 65534 }
    assert.equal(canReach(nobody, join(folder, 'postgresql')), true)
    await chmod(folder, 0o700)
    assert.equal(canReach(nobody, join(folder, 'postgresql')), process.getuid?.() === 65534)
  })
})
