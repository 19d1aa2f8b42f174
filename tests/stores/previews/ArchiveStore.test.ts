import { describe, expect, test } from '@jest/globals'
import type { ArchiveEntry } from '@/contract/previews/previews'
import { NoAnswer } from '@/platform/Platform'
import { ArchiveStore } from '@/stores/previews/ArchiveStore'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'

const ENTRIES = 'GET /apps/representations/entries'

const file = (entry: number): ArchiveEntry => ({
  type: 'file',
  name: `${entry}.txt`,
  entry,
  extension: 'txt',
  extension_category: 'text',
  size: 1,
  modified_at: null,
  is_encrypted: false,
})

async function start(total = 250) {
  const rig = await startApp(platformSignedIn('h5'))
  rig.server.on(ENTRIES, ({ offset = 0, limit = 0 }) => ({
    reason: null,
    trouble: null,
    total,
    entries: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => file(offset + at)),
  }))
  const told: string[] = []
  const archive = new ArchiveStore(
    rig.app,
    { fileId: 5, versionId: 31 },
    { shown: () => told.push('shown'), failed: (reason) => told.push(reason) },
  )
  const asks = () => rig.server.callsOf(ENTRIES).map(({ request: { folder, offset } }) => [folder, offset])
  return { ...rig, archive, told, asks }
}

describe('[PREV-04] the folders of an archive', () => {
  test('a folder is requested once, of the shown version, and the loaded top is reported', async () => {
    const { archive, told, asks, server } = await start(2)
    expect(archive.of('')).toStrictEqual({ entries: [], total: null, phase: 'loading' })
    await archive.open('')
    await archive.open('')
    expect(server.callsOf(ENTRIES)[0]?.request).toStrictEqual({
      file_id: 5,
      file_version_id: 31,
      folder: '',
      offset: 0,
      limit: 100,
    })
    expect([archive.of('').entries.length, archive.of('').phase, told]).toStrictEqual([2, 'ready', ['shown']])
    await archive.open('a/b')
    expect([asks(), told]).toStrictEqual([
      [
        ['', 0],
        ['a/b', 0],
      ],
      ['shown'],
    ])
  })

  test('pages load until all entries are there', async () => {
    const { archive, asks } = await start()
    await archive.open('')
    await Promise.all([archive.more(''), archive.more('')])
    await archive.more('')
    await archive.more('')
    expect(asks()).toStrictEqual([
      ['', 0],
      ['', 100],
      ['', 200],
    ])
    expect(archive.of('').entries.map(({ entry }) => entry)).toStrictEqual(Array.from({ length: 250 }, (_, at) => at))
  })

  test('without the top level there is nothing to see, and the reason is shown', async () => {
    for (const [answer, reason] of [
      [{ reason: 'zip_encrypted', trouble: null, total: 0, entries: [] }, 'zip_encrypted'],
      [refusal('permission_denied'), 'permission_denied'],
      [new NoAnswer('network'), 'network_error'],
    ] as const) {
      const { archive, told, server } = await start()
      server.on(ENTRIES, () => {
        if (answer instanceof NoAnswer) throw answer
        return answer as never
      })
      await archive.open('')
      expect(told).toStrictEqual([reason])
    }
  })

  test('the reason why an archive holds more than is listed appears with the list', async () => {
    const { archive, server } = await start()
    server.on(ENTRIES, () => ({ reason: null, trouble: 'damaged' as const, total: 1, entries: [file(0)] }))
    await archive.open('')
    expect([archive.error, archive.of('').entries.length]).toStrictEqual(['damaged', 1])
  })

  test('a folder, or a page of one, that fails to load can be retried', async () => {
    const { archive, told, server } = await start()
    await archive.open('')
    server.on(ENTRIES, () => {
      throw new NoAnswer('network')
    })
    await archive.more('')
    await archive.open('a')
    expect([archive.of('').phase, archive.of('').entries.length, archive.of('a').phase, told]).toStrictEqual([
      'failed',
      100,
      'failed',
      ['shown'],
    ])
    server.on(ENTRIES, ({ offset = 0 }) => ({ reason: null, trouble: null, total: 101, entries: [file(offset)] }))
    await archive.more('')
    await archive.more('a')
    expect([archive.of('').entries.length, archive.of('').phase, archive.of('a').entries.length]).toStrictEqual([
      101,
      'ready',
      1,
    ])
  })
})
