import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { archive, digestOf } from '../../../server/services/downloads/packArchive'
import type { BlobStorage } from '../../../server/storage/BlobStorage'

const modifiedAt = new Date(0)
const files = Array.from({ length: 5000 }, (_, n) => ({ path: `a/${n}.txt`, bodyKey: 'key', size: 1, modifiedAt }))
const plan = { files, emptyFolders: [] }
const storage = { read: () => Promise.resolve(Readable.from(['x'])) } as unknown as BlobStorage

/** How often other work gets its turn while something runs. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await run()
  isOver = true
  return turns
}

const steps: [what: string, run: () => Promise<unknown>][] = [
  ['identified', () => digestOf(plan)],
  ['made', async () => (await archive(storage, plan)).stream.destroy()],
]
for (const [what, run] of steps)
  test(`[ACT-08] an archive of 5,000 files is ${what} in pieces of 100, so that it holds up nobody`, async () => {
    const turns = await turnsDuring(run)
    assert.ok(turns >= 50, `${turns} turns`)
  })
