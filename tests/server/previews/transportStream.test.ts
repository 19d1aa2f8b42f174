import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { deepTest } from '../../support/deep'
import { recording } from '../../support/samples/media'
import { until } from '../../support/until'
import { fileOf, get, info, startDocumentServer } from './documentServer'

const withoutFfmpeg = (await findFfmpeg()) === null && 'ffmpeg is not installed'

describe('[PREV-02] a file named .ts is shown as what it holds', () => {
  startDocumentServer(() => new Date('2026-03-01T08:20:00Z'))
  const ended = async (content: Buffer | string) => {
    const { id } = await fileOf('录像.ts', content)
    return until('an end', async () => {
      const answer = await info(id)
      return answer.status === 'generated' || answer.reason !== null ? answer : null
    })
  }

  test('MPEG-TS is played as a video', { skip: withoutFfmpeg }, async () => {
    const { reason, preview_type, preview_url } = await ended(
      await recording({ extension: 'ts', video: 'libx264', audio: 'aac' }),
    )
    assert.deepEqual([reason, preview_type], [null, 'video'])
    assert.match((await get(preview_url)).headers.get('content-type') ?? '', /^video\/mp4/)
  })

  deepTest('TypeScript is shown as a text, also if it begins as a packet', async () => {
    for (const source of ['const a = 1', 'G'.repeat(2) + ' = 1\n'.repeat(400)])
      assert.equal((await ended(source)).preview_type, 'pdf')
  })
})
