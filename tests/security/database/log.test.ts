import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startEmbedded } from '../../../server/database/embedded'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-log-'))
  await chmod(folder, 0o711)
})
after(() => rm(folder, { recursive: true, force: true }))

test('only the server’s account reads the log of the embedded database, also when an earlier version created the log', async () => {
  const log = join(folder, 'postgresql.log')
  for (const isOld of [false, true]) {
    await rm(log, { force: true })
    if (isOld) await writeFile(log, '', { mode: 0o644 })
    const engine = await startEmbedded({ folder, cache: join(folder, 'cache') })
    try {
      assert.equal((await stat(log)).mode & 0o777, 0o600)
    } finally {
      await engine.stop()
    }
  }
})
