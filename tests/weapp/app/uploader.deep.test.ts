import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isDeep } from '../../support/deep'
import { build } from '../Phone'

const run = promisify(execFile)
/** A package of its own, because its 13,000 files are a sixth of all installed ones. Outside of tests/, where test files are searched. */
const uploader = fileURLToPath(new URL('../../../tools/uploader', import.meta.url))

/** What WeChat's uploader reports about a build; only `refused` where it would not send the build. */
type Said =
  | { refused: string }
  | { pages: string[]; preloaded: string[]; sitemap: { rules: object[] }; files: string[]; failed: string[] }

async function ask(folder: string): Promise<Said> {
  const { stdout } = await run(process.execPath, [path.join(uploader, 'check.mjs'), folder])
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Said
}

describe('WeChat’s uploader', { skip: !isDeep && 'part of the deep run' }, () => {
  before(() => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: uploader }))

  test('the uploader accepts the build: app.json, pages, packages, preloads and sizes, and finds no unused file', async () => {
    const said = await ask(build)
    assert.ok(!('refused' in said), JSON.stringify(said))
    const { pages, preloaded, sitemap, files, failed } = said
    assert.deepEqual(preloaded, ['packages/lazy'])
    assert.ok(files.includes('sitemap.json'))
    assert.deepEqual(sitemap.rules, [{ action: 'disallow', page: '*' }])
    for (const page of pages) assert.ok(files.includes(`${page}.js`) && files.includes(`${page}.wxml`), page)
    // Our own build compresses scripts, templates and styles.
    assert.deepEqual(
      failed.filter((name) => !name.endsWith('_COMPRESS_OPEN')),
      [],
    )
  })

  test('the uploader refuses a preloaded package without a page', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'satchel-weapp-'))
    t.after(() => rm(folder, { recursive: true }))
    await cp(build, folder, { recursive: true })
    const file = path.join(folder, 'app.json')
    const config = JSON.parse(await readFile(file, 'utf8')) as { subPackages: { root: string; pages: string[] }[] }
    for (const one of config.subPackages) if (one.root === 'packages/lazy') one.pages = []
    await writeFile(file, JSON.stringify(config))
    const said = await ask(folder)
    assert.ok('refused' in said && said.refused.includes('packages/lazy/ not found'), JSON.stringify(said))
  })
})
