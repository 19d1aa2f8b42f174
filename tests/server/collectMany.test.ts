import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Contributing, digestOf, everybody, makeCollect } from '../support/collecting'
import { isDeep } from '../support/deep'
import { Sharing } from '../support/sharing'

/** People who hand in at once; the bar is 200. */
const PEOPLE = isDeep ? 200 : 30
const MEGABYTE = 1_048_576

let at: Sharing

before(async () => {
  at = await Sharing.open()
})
after(() => at.close())

test('[AH-25] many hand in at once, 1 MB each: nothing is lost, nothing is doubled, the list is exact', async () => {
  const folder = await at.make.folder({ owner: at.owner })
  const names = Array.from({ length: PEOPLE }, (_, n) => `同学 ${n + 1}`)
  const missing = ['缺 1', '缺 2', '缺 3']
  const link = await makeCollect(at.me, folder, { names: [...names, ...missing], is_listed_only: true })
  const given = new Map<string, string>()
  const codes = await Promise.all(
    names.map(async (name) => {
      const bytes = randomBytes(MEGABYTE)
      given.set(name, digestOf(bytes))
      const somebody = new Contributing(at.server.url, link.unique_name)
      const joined = await somebody.join(name)
      return joined === 'success' ? somebody.handIn('作业.bin', bytes) : joined
    }),
  )
  assert.deepEqual([...new Set(codes)], ['success'])

  const done = await everybody(at.me, link.id, 'done')
  assert.deepEqual(new Set(done.map(({ name }) => name)), new Set(names))
  assert.equal(done.length, PEOPLE)
  assert.ok(done.every(({ files }) => files.length === 1 && files[0]!.size === MEGABYTE))
  const left = await everybody(at.me, link.id, 'missing')
  assert.deepEqual(new Set(left.map(({ name }) => name)), new Set(missing))
  const { collect } = await at.me.call('GET /apps/collects/get', { collect_id: link.id })
  assert.deepEqual(
    [collect.listed_count, collect.listed_done_count, collect.done_count, collect.file_count],
    [PEOPLE + 3, PEOPLE, PEOPLE, PEOPLE],
  )

  const { total_children_count: total } = await at.me.call('GET /apps/files/file_list/{folderId}', {
    folderId: folder.id,
    folder_type: 'folder',
  })
  assert.equal(total, PEOPLE)
  for (const { name, files } of done) {
    const fileId = Number(files[0]!.typed_id.slice(5))
    const { download_url: path } = await at.me.call('GET /apps/files/download', { file_id: fileId })
    const answer = await fetch(new URL(path, at.server.url))
    assert.equal(digestOf(new Uint8Array(await answer.arrayBuffer())), given.get(name), name)
  }
  const use = await at.server.deps.db
    .selectFrom('items')
    .select('used_bytes')
    .where('personal_of', '=', at.owner.id)
    .executeTakeFirstOrThrow()
  assert.equal(use.used_bytes, PEOPLE * MEGABYTE)
})
