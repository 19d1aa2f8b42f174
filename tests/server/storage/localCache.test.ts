import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { LocalCache } from '../../../server/storage/s3/LocalCache'

describe('[RUN-01] copies of blobs on a machine', () => {
  let folder: string
  let cache: LocalCache
  let fetched: string[]
  const living = new Set(['here'])
  const open = (holder = 'here') => LocalCache.open(folder, { holder, living: async () => living }, 250)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-copies-'))
    cache = await open()
    fetched = []
  })
  afterEach(() => rm(folder, { recursive: true }))

  const use = (key: string, size = 100, from = cache) =>
    from.use(key, size, async (path) => {
      fetched.push(key)
      await writeFile(path, Buffer.alloc(size, key))
    })
  const copies = () => readdir(join(folder, 'copies'))
  const used = () => readdir(join(folder, 'used'))

  test('a blob is fetched once for all users and processes', async () => {
    const files = await Promise.all([use('a/1'), use('a/1'), use('a/1')])
    files.push(await use('a/1', 100, await open('other')))
    assert.deepEqual(fetched, ['a/1'])
    assert.equal(new Set(files.map(({ path }) => path)).size, 4)
    for (const { release } of files) await release()
    assert.deepEqual(await used(), [])
    assert.deepEqual(await copies(), ['a1'])
  })

  test('the copies used longest ago give way, and a file in use stays', async () => {
    const first = await use('a/1')
    await (await use('a/2')).release()
    const past = new Date(Date.now() - 60_000)
    await utimes(join(folder, 'copies/a1'), past, past)
    await (await use('a/3')).release()
    assert.deepEqual(await copies(), ['a2', 'a3'])
    assert.equal((await readFile(first.path)).length, 100)
    await first.release()
    assert.deepEqual(await used(), [])
  })

  test('a blob that is larger than the cache is fetched for each use and not kept', async () => {
    for (let times = 0; times < 2; times += 1) {
      const file = await use('a/1', 300)
      assert.equal((await readFile(file.path)).length, 300)
      await file.release()
    }
    assert.equal(fetched.length, 2)
    assert.deepEqual([...(await copies()), ...(await used())], [])
  })

  test('a failed fetch leaves nothing, and the next use fetches again', async () => {
    const failing = cache.use('a/1', 100, async (path) => {
      await writeFile(path, 'half')
      throw new Error('cut')
    })
    await assert.rejects(failing, /cut/)
    assert.deepEqual([...(await copies()), ...(await used())], [])
    await (await use('a/1')).release()
    assert.deepEqual(fetched, ['a/1'])
  })

  test('copies of ended processes and copies that nobody used for a day are removed', async () => {
    await use('a/1', 100, await open('ended'))
    const mine = await use('a/2')
    const past = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(folder, 'copies/a1'), past, past)
    await cache.removeTemporaries()
    assert.deepEqual(await copies(), ['a2'])
    assert.equal((await used()).length, 1)
    await mine.release()
  })

  test('a deleted blob has no copy', async () => {
    await (await use('a/1')).release()
    await cache.delete('a/1')
    assert.deepEqual(await copies(), [])
  })
})
