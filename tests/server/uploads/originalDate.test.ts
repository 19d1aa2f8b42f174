import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

const taken = Date.parse('2019-05-01T06:30:00Z') / 1000
const bytes = Buffer.from('光')

describe('[AH-12] the original date of a file', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  let server: TestServer
  let me: Client
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer({ clock: () => now })
    make = factories(server.deps)
  })
  after(() => server.close())
  beforeEach(async () => {
    me = await client(server).as((await make.user()).login)
  })

  const infoOf = async (id: number): Promise<Item> =>
    (await me.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })).item!

  test('it is stored beside the drive’s times, which keep their meaning: lists are sorted by arrival', async () => {
    const old = await upload(me, 'old.jpg', bytes, { original_date: taken })
    assert.equal(old.original_date, taken)
    const seconds = now.getTime() / 1000
    const info = await infoOf(old.id)
    assert.deepEqual([info.original_date, info.modified_at, info.changed_time], [taken, seconds, seconds])
  })

  test('a resumable upload keeps it, too', async () => {
    const input = { file_size: bytes.length, name: 'parts.jpg', original_date: taken }
    const { tus_url: url, upload_id: id } = await me.call('POST /apps/files/presign_upload', input)
    const answer = await fetch(new URL(url!, server.url), {
      method: 'PATCH',
      headers: {
        ...me.headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes),
    })
    assert.equal(answer.status, 204)
    const { new_file } = await me.call('POST /apps/files/upload_finish', { upload_id: id! })
    assert.equal(new_file.original_date, taken)
  })

  test('a new version has its own date, or none', async () => {
    const { id } = await upload(me, 'report.txt', bytes, { original_date: taken })
    const second = await upload(me, 'report.txt', bytes, { target_file_id: id, original_date: taken + 60 })
    assert.equal(second.original_date, taken + 60)
    const third = await upload(me, 'report.txt', bytes, { target_file_id: id })
    assert.equal(third.original_date, null)
  })

  test('a copy has the date of its source', async () => {
    const { id } = await upload(me, 'photo.jpg', bytes, { original_date: taken })
    await me.call('POST /apps/files/copy', { item_typed_ids: [`file_${id}`], target_folder_id: 0 })
    const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.deepEqual(
      items?.map((item) => item.original_date),
      [taken, taken],
    )
  })

  const nonsense: [string, number, number | null][] = [
    ['the present second', now.getTime() / 1000, now.getTime() / 1000],
    ['a second in the future', now.getTime() / 1000 + 1, null],
    ['milliseconds instead of seconds', taken * 1000, null],
    ['the first second of 1980', 315_532_800, 315_532_800],
    ['1979', 315_532_799, null],
    ['a clock never set', 0, null],
    ['the largest number', Number.MAX_SAFE_INTEGER, null],
  ]
  for (const [what, original_date, kept] of nonsense) {
    test(`${what} ${kept === null ? 'is ignored, and the file is stored' : 'is stored'}`, async () => {
      assert.equal((await upload(me, 'clock.jpg', bytes, { original_date })).original_date, kept)
    })
  }

  test('an invalid date is refused; a file without one, and a folder, have none', async () => {
    for (const original_date of [-1, 1.5, 'yesterday']) {
      await me.refused('POST /apps/files/presign_upload', { file_size: 1, original_date }, 'invalid_request')
    }
    assert.equal((await upload(me, 'plain.txt', bytes)).original_date, null)
    const { new_folder: folder } = await me.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '相册' })
    assert.equal(folder.original_date, null)
  })
})
