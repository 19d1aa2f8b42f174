import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { keepBuilds } from '../../../server/web/previousBuilds'

const FILES = 40

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-builds-'))
  await mkdir(join(folder, 'build/js'), { recursive: true })
  for (let n = 0; n < FILES; n += 1)
    await writeFile(join(folder, `build/js/part${n}.0a1b2c3d.js`), Buffer.alloc(200_000, n))
})
after(() => rm(folder, { recursive: true, force: true }))

describe('[RUN-02] files of previous builds in a shared folder', () => {
  test('three servers that copy the same build at once store every file whole and warn of nothing', async () => {
    const warnings: unknown[] = []
    const { log } = Fastify()
    const listening = Object.assign(Object.create(log), {
      warn: (error: unknown) => warnings.push(error),
    }) as typeof log
    const stored = join(folder, 'stored')
    await Promise.all([1, 2, 3].map(() => keepBuilds(join(folder, 'build'), stored, listening, null).copyCurrent()))
    assert.deepEqual(warnings, [])
    const names = await readdir(join(stored, 'js'))
    assert.equal(names.length, FILES)
    for (const name of names) {
      const bytes = await readFile(join(stored, 'js', name))
      assert.ok(bytes.equals(await readFile(join(folder, 'build/js', name))), name)
    }
  })
})
