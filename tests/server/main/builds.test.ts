import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isStale } from '../../../scripts/builds.mjs'
import { addressed } from '../../../scripts/install.mjs'
import { stepsFor } from '../../../scripts/test/plan.mjs'

describe('stale builds', () => {
  let folder: string
  const build = { product: 'dist/app.js', sources: ['src', 'lock.json', 'missing'] }
  const write = async (name: string, second: number) => {
    await writeFile(join(folder, name), name)
    await utimes(join(folder, name), second, second)
  }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-builds-'))
    await mkdir(join(folder, 'src/deep'), { recursive: true })
    await mkdir(join(folder, 'dist'))
    await write('src/deep/one.ts', 100)
    await write('lock.json', 100)
    for (const name of ['src/deep', 'src']) await utimes(join(folder, name), 100, 100)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('a missing build is stale', () => assert.equal(isStale(build, folder), true))

  test('a build newer than all of its sources is not stale', async () => {
    await write('dist/app.js', 200)
    assert.equal(isStale(build, folder), false)
  })

  test('a build older than any nested source file is stale', async () => {
    await write('src/deep/one.ts', 300)
    assert.equal(isStale(build, folder), true)
    await write('dist/app.js', 400)
    await write('lock.json', 500)
    assert.equal(isStale(build, folder), true)
  })

  test('a build older than a folder that lost a file is stale', async () => {
    await write('dist/app.js', 600)
    assert.equal(isStale(build, folder), false)
    await utimes(join(folder, 'src/deep'), 700, 700)
    assert.equal(isStale(build, folder), true)
  })
})

describe('the builds of a test run', () => {
  const steps = { lint: {}, 'h5 build': {}, 'weapp build': {}, bytes: { needs: ['h5 build', 'weapp build'] } }
  const groups = {
    check: { steps: ['lint'] },
    server: { folders: ['server', 'security'] },
    weapp: { steps: ['weapp build'], folders: ['weapp'] },
    browser: { steps: ['h5 build'], folders: ['browser'] },
    budgets: { steps: ['bytes'] },
  }
  const chosen = (named: string[], files: string[], fresh: string[] = []) =>
    stepsFor({ groups, steps, named, files, isFresh: (name) => fresh.includes(name) })

  test('test files named by part of their path need their builds and no others', () => {
    assert.deepEqual(chosen([], ['tests/browser/shares/share.test.ts', 'tests/server/items/lists.test.ts']), [
      'h5 build',
    ])
    assert.deepEqual(chosen([], ['tests/browser/shares/share.test.ts', 'tests/weapp/shares/share.test.ts']), [
      'weapp build',
      'h5 build',
    ])
    assert.deepEqual(chosen([], ['tests/server/items/lists.test.ts', 'tests/security/access/matrix.test.ts']), [])
  })

  test('a build newer than its sources is not repeated for them', () => {
    assert.deepEqual(chosen([], ['tests/browser/shares/share.test.ts'], ['h5 build']), [])
  })

  test('a named group builds anew, and once', () => {
    assert.deepEqual(chosen(['browser'], ['tests/browser/shares/share.test.ts'], ['h5 build']), ['h5 build'])
    assert.deepEqual(chosen(['check', 'budgets', 'browser'], ['tests/browser/shares/share.test.ts']), [
      'h5 build',
      'weapp build',
      'lint',
      'bytes',
    ])
  })
})

describe('the installation of packages', () => {
  test('each package of the lock file gets its address, but not the project and what lies in another package', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/one': { version: '1.2.3' },
      'node_modules/one/node_modules/@scope/two': { version: '2.0.0-rc.1' },
      'node_modules/three': { name: '@scope/real', version: '3.0.0' },
      'node_modules/one/node_modules/four': { version: '4.0.0', inBundle: true },
    }
    const found = (registry: string) =>
      Object.values(addressed({ packages }, registry).packages).map((one) => (one as { resolved?: string }).resolved)
    const expected = (registry: string) => [
      undefined,
      `${registry}/one/-/one-1.2.3.tgz`,
      `${registry}/@scope/two/-/two-2.0.0-rc.1.tgz`,
      `${registry}/@scope/real/-/real-3.0.0.tgz`,
      undefined,
    ]
    assert.deepEqual(found('https://registry.test/npm/'), expected('https://registry.test/npm'))
    assert.deepEqual(found('https://registry.test'), expected('https://registry.test'))
  })
})
