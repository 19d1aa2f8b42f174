import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { linesOf, unpacked } from '../../../server/operation/backup/lists'
import { Meter } from '../../../server/operation/backup/tables'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-lists-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const collected = async (source: Readable) => {
  const lines: string[] = []
  for await (const line of linesOf(source)) lines.push(line)
  return lines
}

describe('the lists of a backup', () => {
  test('[RUN-05] a cut list ends the loop over its lines with one error, and no second one follows', async () => {
    const file = join(folder, 'blobs.tsv.gz')
    const packed = gzipSync(Array.from({ length: 2000 }, (_, at) => `key-${at}\t${at}\n`).join(''))
    for (const length of [30, 200, 3000]) {
      await writeFile(file, packed.subarray(0, length))
      await assert.rejects(collected(unpacked(file, new Meter())), /unexpected end of file/)
      // An error that nobody catches would fail this test now.
      await nextTurn()
    }
  })

  test('[RUN-05] lines are whole wherever their bytes are divided', async () => {
    const bytes = Buffer.from('甲\t1\n乙\t2\n\n丙')
    const inPieces = (pieces: Buffer[]) => collected(Readable.from(pieces, { objectMode: false }))
    for (let at = 1; at < bytes.length; at += 1)
      assert.deepEqual(await inPieces([bytes.subarray(0, at), bytes.subarray(at)]), ['甲\t1', '乙\t2', '', '丙'])
    assert.deepEqual(await inPieces([]), [])
  })
})
