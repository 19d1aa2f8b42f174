import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ItemRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'

const PHOTOS = 'GET /apps/files/photos'
const LIST = 'GET /apps/files/file_list'

describe('[AH-39] the pictures of a folder', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  const signIn = ({ login }: { login: string }) => client(server).as(login)
  const day = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000

  /** Gives the current version of a file the date on which its picture was taken. */
  async function taken(file: ItemRow, date: string): Promise<void> {
    const { db } = server.deps
    const version = db.selectFrom('versions').select('body_id').where('id', '=', file.current_version_id!)
    await db
      .updateTable('bodies')
      .set({ original_date: new Date(day(date) * 1000) })
      .where('id', '=', version)
      .execute()
  }

  async function album() {
    const owner = await make.user()
    const folder = await make.folder({ owner })
    const place = { parent: folder }
    const at = (date: string) => new Date(day(date) * 1000)
    const old = await make.file(place, { name: 'old.jpg', at: at('2026-11-20') })
    await taken(old, '2019-05-01')
    const plain = await make.file(place, { name: 'plain.png', at: at('2024-01-15') })
    const clip = await make.file(place, { name: 'clip.mp4', at: at('2026-11-19') })
    await taken(clip, '2025-08-02')
    await make.file(place, { name: 'notes.txt' })
    await make.folder({ parent: folder }, { name: 'folder.jpg' })
    return { owner, folder, old, plain, clip }
  }

  test('pictures and videos come newest original date first, without one by their last change; windows agree with the dates', async () => {
    const { owner, folder, old, plain, clip } = await album()
    const me = await signIn(owner)
    const all = await me.call(PHOTOS, { folder_id: folder.id, with_dates: true })
    assert.deepEqual(
      all.items.map(({ id }) => id),
      [clip.id, plain.id, old.id],
    )
    assert.deepEqual(all.dates, [day('2025-08-02'), day('2024-01-15'), day('2019-05-01')])
    const part = await me.call(PHOTOS, { folder_id: folder.id, offset: 1, limit: 1 })
    assert.deepEqual([part.items.map(({ id }) => id), part.total_count, part.dates], [[plain.id], 3, undefined])
    const beyond = await me.call(PHOTOS, { folder_id: folder.id, offset: 9_000_000 })
    assert.deepEqual([beyond.items, beyond.total_count], [[], 3])
    const own = await me.call(PHOTOS, { with_dates: true })
    assert.deepEqual([own.items, own.dates], [[], []])
  })

  test('a stranger learns nothing, and no limit or place is taken from outside the contract', async () => {
    const { folder, plain } = await album()
    const stranger = await signIn(await make.user())
    await stranger.refused(PHOTOS, { folder_id: folder.id }, 'item_not_found')
    await stranger.refused(PHOTOS, { folder_id: plain.id }, 'item_not_found')
    await stranger.refused(PHOTOS, { folder_id: folder.id, limit: 201 }, 'invalid_request')
  })

  test('[AH-05] a tile has the rights and the watermark of the list: the same address, none without the right to preview', async () => {
    const enterprise = await make.enterprise()
    const [owner, previewer, uploader] = [
      await make.user({ enterprise }),
      await make.user({ enterprise }),
      await make.user({ enterprise }),
    ]
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: previewer }, 'previewer')
    await make.collab(folder, { user: uploader }, 'uploader')
    await make.file({ parent: folder }, { name: 'a.jpg', content: await photo() })
    const tiles = async (user: { login: string }) => {
      const me = await signIn(user)
      const { items } = await me.call(PHOTOS, { folder_id: folder.id })
      const { children } = await me.call(LIST, { folder_id: folder.id })
      const pathOf = (address: string | null | undefined) => address && new URL(address, 'http://a').pathname
      assert.equal(pathOf(items[0]?.thumbnail), pathOf(children?.[0]?.thumbnail))
      return items[0]?.thumbnail ?? null
    }
    assert.notEqual(await tiles(owner), null)
    assert.notEqual(await tiles(previewer), null)
    assert.equal(await tiles(uploader), null)
  })

  test('a list of mostly pictures is shown as a grid unless its user chose otherwise; the choice leaves the order alone', async () => {
    const enterprise = await make.enterprise()
    const [owner, editor] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: editor }, 'editor')
    const [me, other] = [await signIn(owner), await signIn(editor)]
    const viewOf = async (who = me) => (await who.call(LIST, { folder_id: folder.id })).view
    for (let at = 0; at < 8; at += 1) await make.file({ parent: folder }, { name: `${at}.jpg` })
    assert.equal(await viewOf(), 'list')
    await make.file({ parent: folder }, { name: '8.jpg' })
    assert.equal(await viewOf(), 'photos')
    await me.call(LIST, { folder_id: folder.id, sort_by: 'name', sort_direction: 'asc' })
    await me.call(LIST, { folder_id: folder.id, limit: 1, view: 'list' })
    const mine = await me.call(LIST, { folder_id: folder.id })
    assert.deepEqual([mine.view, mine.sort_by, mine.sort_direction], ['list', 'name', 'asc'])
    await me.call(LIST, { folder_id: folder.id, sort_by: 'size' })
    assert.deepEqual([await viewOf(), await viewOf(other)], ['list', 'photos'])
    await me.refused(LIST, { folder_id: folder.id, view: 'map' as 'list' }, 'invalid_request')
  })

  deepTest('of a larger folder, grid and viewer know the 20,000 files changed last', async () => {
    const owner = await make.user()
    const folder = await make.folder({ owner })
    const newest = await make.file({ parent: folder }, { name: 'newest.jpg' })
    await sql`
      insert into items (parent_id, name, name_key, extension, is_folder, creator_id, updater_id, created_at, modified_at, changed_at)
      select ${folder.id}, name, name, 'jpg', false, ${owner.id}, ${owner.id}, at, at, at
      from (
        select n || '.jpg' as name, ${newest.modified_at}::timestamptz - n * interval '1 minute' as at from generate_series(1, 20_005) n
      ) names`.execute(server.deps.db)
    const me = await signIn(owner)
    const all = await me.call(PHOTOS, { folder_id: folder.id, limit: 1, with_dates: true })
    assert.deepEqual([all.total_count, all.dates?.length, all.items[0]?.id], [20_000, 20_000, newest.id])
    const asked = { file_id: newest.id, type: 'right', with_count: true, sort_by: 'taken', limit: 1 } as const
    assert.equal((await me.call('POST /apps/files/get_sibling', asked)).count, 19_999)
  })

  test('the neighbours of a picture follow the original date where the grid asks for that', async () => {
    const { owner, folder, old, plain } = await album()
    const first = await make.file({ parent: folder }, { name: 'first.jpg', at: new Date('2020-01-01') })
    await taken(first, '2026-01-01')
    const me = await signIn(owner)
    const beside = async (type: 'left' | 'right', sort_by?: 'taken') => {
      const asked = { file_id: plain.id, type, with_count: true, ...(sort_by && { sort_by }) }
      const { siblings, count } = await me.call('POST /apps/files/get_sibling', asked)
      return [siblings.map(({ id }) => id), count]
    }
    assert.deepEqual(
      [await beside('left', 'taken'), await beside('right', 'taken')],
      [
        [[first.id], 1],
        [[old.id], 1],
      ],
    )
    assert.deepEqual(
      [await beside('left'), await beside('right')],
      [
        [[old.id], 1],
        [[first.id], 1],
      ],
    )
  })
})
