import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { isDeep } from '../../support/deep'

/**
 * The smallest colour difference, 0 to 255, that counts as a change. The pictures are compared at a sixth of their size, where text of
 * another length differs by less.
 */
const SEEN = 64
/** The part of the picture that may differ, because its times advance. */
const TOLERATED = 0.02

test(
  'the picture in the README matches what its script makes of the current app',
  { skip: !isDeep && 'only by npm run test:deep' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-picture-'))
    try {
      await promisify(execFile)(process.execPath, ['scripts/screens/main.mjs', folder])
      const made = join(folder, 'screens.png')
      const [now, kept] = await Promise.all([smallOf(made), smallOf('docs/screens.png')])
      assert.deepEqual([kept.info.width, kept.info.height], [now.info.width, now.info.height])
      const differing = now.data.reduce(
        (count, value, at) => count + (Math.abs(value - kept.data[at]!) > SEEN ? 1 : 0),
        0,
      )
      const share = differing / now.data.length
      assert.ok(share < TOLERATED, `${(share * 100).toFixed(1)} % of it differs: npm run screens makes it anew`)
      assert.deepEqual((await readdir(join(folder, 'pictures'))).sort(), (await readdir('docs/pictures')).sort())
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

test('each guide for administrators shows the pictures of its language, each of at most 80 KB', async () => {
  const present = (await readdir('docs/pictures')).sort()
  for (const [guide, language] of [
    ['docs/admin.md', 'en'],
    ['docs/admin.zh-CN.md', 'zh-CN'],
  ] as const) {
    const shown = [...(await readFile(guide, 'utf8')).matchAll(/\]\(pictures\/([^)]+)\)/g)].map(([, name]) => name!)
    assert.deepEqual(
      [...shown].sort(),
      present.filter((name) => name.endsWith(`.${language}.webp`)),
      guide,
    )
  }
  for (const name of present) {
    const { size } = await stat(join('docs/pictures', name))
    assert.ok(size <= 80_000, `${name} has ${size} bytes`)
  }
})

async function smallOf(path: string) {
  const { width } = await sharp(path).metadata()
  return sharp(path)
    .flatten()
    .resize({ width: Math.round(width / 6) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
