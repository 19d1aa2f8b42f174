import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { FolderStore } from '../../server/storage/FolderStore'
import { BodyMissing, StreamCut, WrongLength } from '../../server/storage/Store'

describe('bodies in a folder', () => {
  let root: string
  let store: FolderStore

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'satchel-store-'))
    store = await FolderStore.open(root)
  })
  after(() => rm(root, { recursive: true }))

  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

  for (const size of [0, 1, 65_536, 5_000_001]) {
    test(`${size} bytes come back as they were given`, async () => {
      const bytes = Buffer.alloc(size, 'abc')
      const body = await store.write(Readable.from(chunksOf(bytes, 60_000)), { size })
      assert.equal(body.size, size)
      assert.equal(body.sha256, createHash('sha256').update(bytes).digest('hex'))
      assert.deepEqual(await store.stat(body.key), { size })
      assert.equal(bytes.compare(await buffer(await store.read(body.key))), 0)
      await store.remove(body.key)
    })
  }

  test('a range is read with both ends', async () => {
    const { key } = await store.write(Readable.from([Buffer.from('0123456789')]), { size: 10 })
    assert.equal((await buffer(await store.read(key, { start: 3, end: 5 }))).toString(), '345')
    await store.remove(key)
  })

  test('a removed body is gone, removing it again is no error', async () => {
    const { key } = await store.write(Readable.from([Buffer.from('x')]), { size: 1 })
    await store.remove(key)
    await store.remove(key)
    assert.equal(await store.stat(key), null)
    await assert.rejects(store.read(key), BodyMissing)
  })

  test('a key cannot lead out of the folder', async () => {
    for (const key of ['../../etc/passwd', 'incoming/x', '', 'ab/../../x']) await assert.rejects(store.read(key), BodyMissing)
  })

  describe('leaves nothing', () => {
    const cases: [string, Readable, number, new (...args: never[]) => Error][] = [
      ['a stream shorter than declared', Readable.from([Buffer.alloc(9)]), 10, WrongLength],
      ['a stream longer than declared', Readable.from([Buffer.alloc(8), Buffer.alloc(3)]), 10, WrongLength],
      ['a stream that fails', failing(), 10, StreamCut],
      ['a stream destroyed before', destroyed(), 10, StreamCut],
    ]
    for (const [what, source, size, error] of cases) {
      test(what, async () => {
        await assert.rejects(store.write(source, { size }), error)
        assert.deepEqual(await files(), [])
      })
    }
  })

  test('a source with too many bytes is left open, so that its sender can be answered', async () => {
    const source = new PassThrough()
    source.write(Buffer.alloc(20))
    await assert.rejects(store.write(source, { size: 10 }), WrongLength)
    assert.equal(source.destroyed, false)
  })

  test('opening removes what a dead process left, and keeps what a living one writes', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
    const dead = spawn(process.execPath, ['-e', ''])
    await new Promise((ended) => dead.once('exit', ended))
    await writeFile(join(root, 'incoming', `${dead.pid}-aa`), 'half')
    await writeFile(join(root, 'incoming', `${other.pid}-bb`), 'half')
    await FolderStore.open(root)
    assert.deepEqual(await files(), [`${other.pid}-bb`])
    other.kill()
    await rm(join(root, 'incoming', `${other.pid}-bb`))
  })
})

function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function failing(): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.alloc(5)
      throw new Error('cut')
    })(),
  )
}

function destroyed(): Readable {
  const source = new PassThrough()
  source.destroy()
  return source
}
