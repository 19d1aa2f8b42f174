import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Request } from '@/contract/api'
import type { ItemRow } from '../../../server/database/tables'
import { markFailed, markQueued } from '../../../server/previews/representations'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf, type Visitor } from '../../support/shares/shares'
import { unpack } from '../../support/downloads/unpack'

type Named = `${'file' | 'folder'}_${number}`
type Siblings = Request<'POST /apps/files/get_sibling'>
type Search = Request<'GET /apps/files/search'>

const PACK = 'POST /pack_download/download'
const ALL = 'folder_0' as Named

let at: Sharing

before(async () => {
  at = await Sharing.open()
})
beforeEach(() => at.rewind())
after(() => at.close())

const scenario = ({ uniqueName }: Visitor) => ({ scenario: 'share', share_link_token: uniqueName })
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 8, n))
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)

describe('[PREV-16] siblings of a picture in a link', () => {
  const siblingsOf = async (visitor: Visitor, file: { id: number }, input: Partial<Siblings> = {}) => {
    const { siblings } = await visitor.client.call('POST /apps/files/get_sibling', {
      file_id: file.id,
      ...input,
      ...scenario(visitor),
    })
    return names(siblings)
  }
  const picture = (parent: ItemRow, name: string, n: number) =>
    at.make.file({ parent }, { name, at: minute(n), content: Buffer.alloc(10) })

  test('siblings in a folder are the pictures that the link shows, in the requested order', async () => {
    const editor = await at.make.user({ enterprise: at.enterprise })
    const folder = await at.make.folder({ owner: at.owner })
    await at.make.collab(folder, { user: editor }, 'editor')
    const made: ItemRow[] = []
    for (let n = 1; n <= 6; n += 1) made.push(await picture(folder, `${n}.jpg`, n))
    await at.change(made[1]!, { is_encrypted: true })
    await at.change(made[2]!, { share_disabled_for: 'all' })
    await at.make.collab(made[3]!, { user: editor }, 'reset')
    const visitor = await at.opened(await makeLink(await at.signIn(editor), folder))
    assert.deepEqual(await siblingsOf(visitor, made[5]!), ['5.jpg', '1.jpg'])
    assert.deepEqual(await siblingsOf(visitor, made[5]!, { num: 1 }), ['5.jpg'])
    const up = { sort_by: 'name', sort_direction: 'asc', type: 'left' } as const
    assert.deepEqual(await siblingsOf(visitor, made[5]!, up), ['1.jpg', '5.jpg'])
    const { count } = await visitor.client.call('POST /apps/files/get_sibling', {
      file_id: made[5]!.id,
      with_count: true,
      ...scenario(visitor),
    })
    assert.equal(count, 2)
  })

  test('a single shared picture has no siblings; several shared pictures are each other’s siblings', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    const [one, two, three] = [
      await picture(folder, '1.jpg', 1),
      await picture(folder, '2.jpg', 2),
      await picture(folder, '3.jpg', 3),
    ]
    assert.deepEqual(await siblingsOf(await at.opened(await makeLink(at.me, two)), two), [])
    const both = await makeLink(at.me, one, { item_typed_ids: [one, three].map(typedIdOf) })
    const visitor = await at.opened(both)
    assert.deepEqual(await siblingsOf(visitor, three), ['1.jpg'])
    const answer = await visitor.client.send('POST /apps/files/get_sibling', { file_id: two.id, ...scenario(visitor) })
    assert.equal(codeOf(answer), 'item_not_found')
  })

  test('the GET form answers the picture and its nearest sibling, without fields hidden from visitors', async () => {
    const folder = await at.make.folder({ owner: at.owner }, { name: '相册' })
    const [one, two] = [await picture(folder, '1.jpg', 1), await picture(folder, '2.jpg', 2)]
    await at.change(one, { description: '只给同事看' })
    await at.make.tags(one, ['内部'])
    const visitor = await at.opened(await makeLink(at.me, folder))
    const answer = await visitor.client.call('GET /apps/files/get_sibling', { file_id: two.id, ...scenario(visitor) })
    assert.deepEqual([answer.item.name, answer.sibling?.name], ['2.jpg', '1.jpg'])
    assert.equal(answer.sibling!.from_share, true)
    const text = JSON.stringify(answer)
    for (const secret of ['只给同事看', '内部', at.owner.login]) assert.ok(!text.includes(secret), secret)
  })

  test('a pinned picture is shown in the pinned version', async () => {
    const [one, two] = [
      await at.make.file({ owner: at.owner }, { name: '旧.jpg', at: minute(1), content: Buffer.alloc(10) }),
      await at.make.file({ owner: at.owner }, { name: '2.jpg', at: minute(2), content: Buffer.alloc(10) }),
    ]
    const link = await makeLink(at.me, one, { item_typed_ids: [one, two].map(typedIdOf), current_version: true })
    await at.newVersion(one, '新.jpg', Buffer.alloc(20))
    const visitor = await at.opened(link)
    const { siblings } = await visitor.client.call('POST /apps/files/get_sibling', {
      file_id: two.id,
      ...scenario(visitor),
    })
    assert.deepEqual(
      siblings.map(({ name, size }) => [name, size]),
      [['旧.jpg', 10]],
    )
    assert.ok(!siblings[0]!.preview_url!.includes(`second${one.id}`))
  })
})

test('[PREV-02] visitors get no thumbnail address for a picture whose thumbnail cannot be made', async () => {
  const file = await at.make.file({ owner: at.owner }, { name: '坏了.jpg', content: 'no picture' })
  const visitor = await at.opened(await makeLink(at.me, file))
  const tile = async () => (await visitor.info({ id: file.id, is_folder: false })).item!.thumbnail
  assert.notEqual(await tile(), null)
  const { db } = at.server.deps
  const { body_id } = await db
    .selectFrom('versions')
    .select('body_id')
    .where('item_id', '=', file.id)
    .executeTakeFirstOrThrow()
  await markQueued(db, body_id, ['image_128'])
  await markFailed(db, body_id, ['image_128'], 'failure', new Date())
  assert.equal(await tile(), null)
})

describe('[SRCH-01] searching in a link', () => {
  const find = async (visitor: Visitor, words: string, input: Partial<Search> = {}) =>
    visitor.client.call('GET /apps/files/search', { query_words: words, ...input, ...scenario(visitor) })

  test('a search finds names in all of the link or in one of its folders, and nothing outside', async () => {
    const above = await at.make.folder({ owner: at.owner }, { name: '春游' })
    const folder = await at.make.folder({ parent: above }, { name: '春游资料' })
    await at.make.file({ parent: above }, { name: '春游外面.txt' })
    const inner = await at.make.folder({ parent: folder }, { name: '里层' })
    await at.make.file({ parent: folder }, { name: '三年级春游.txt', at: minute(3) })
    await at.make.file({ parent: inner }, { name: '春 游须知.txt', at: minute(1) })
    const visitor = await at.opened(await makeLink(at.me, folder))
    const { items, num_found } = await find(visitor, '春游')
    assert.deepEqual([names(items), num_found], [['春 游须知.txt', '三年级春游.txt'], 2])
    assert.deepEqual(names((await find(visitor, '春游', { search_in_folder: inner.id })).items), ['春 游须知.txt'])
    assert.deepEqual(names((await find(visitor, '层', { file_type_category: 'folder' })).items), ['里层'])
    assert.deepEqual(names((await find(visitor, '春游', { offset: 1, limit: 1 })).items), ['三年级春游.txt'])
    const beyond = await find(visitor, '春游', { offset: 5 })
    assert.deepEqual([beyond.items, beyond.num_found], [[], 2])
    const answer = await visitor.client.send('GET /apps/files/search', {
      query_words: '春游',
      search_in_folder: above.id,
      ...scenario(visitor),
    })
    assert.equal(codeOf(answer), 'item_not_found')
  })

  test('withheld items are neither found nor counted', async () => {
    const editor = await at.make.user({ enterprise: at.enterprise })
    const folder = await at.make.folder({ owner: at.owner })
    await at.make.collab(folder, { user: editor }, 'editor')
    const shut = await at.make.folder({ parent: folder }, { name: '找我关' })
    await at.make.collab(shut, { user: editor }, 'reset')
    await at.make.file({ parent: shut }, { name: '找我里面.txt' })
    const withheld = await at.make.folder({ parent: folder }, { name: '找我不外传' })
    await at.change(withheld, { share_disabled_for: 'all' })
    await at.make.file({ parent: withheld }, { name: '找我也不.txt' })
    await at.change(await at.make.file({ parent: folder }, { name: '找我已删.txt' }), {
      deleted_at: at.now,
      deleted_by: at.owner.id,
      deleted_space_owner_id: at.owner.id,
    })
    await at.make.file({ parent: folder }, { name: '找我.txt' })
    const visitor = await at.opened(await makeLink(await at.signIn(editor), folder))
    const { items, num_found } = await find(visitor, '找我')
    assert.deepEqual([names(items), num_found], [['找我.txt'], 1])
  })

  test('a visitor’s search ignores content, descriptions, tags and people, which visitors cannot see', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    const file = await at.make.file({ parent: folder }, { name: '甲.txt', content: '密语' })
    await at.change(file, { description: '密语' })
    await at.make.tags(file, ['密语'])
    const visitor = await at.opened(await makeLink(at.me, folder))
    for (const words of ['密语', at.owner.name]) assert.equal((await find(visitor, words)).num_found, 0)
    const [found] = (await find(visitor, '甲')).items
    assert.deepEqual([found!.creator, found!.content, found!.hit_num], [{ id: 0, name: '' }, '', 1])
  })

  test('a pinned version is found only by its own name', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '一稿.txt' })
    const other = await at.make.file({ owner: at.owner }, { name: '别的.txt' })
    const link = await makeLink(at.me, file, { item_typed_ids: [file, other].map(typedIdOf), current_version: true })
    await at.newVersion(file, '终稿.txt', 'x')
    const visitor = await at.opened(link)
    assert.deepEqual(names((await find(visitor, '稿')).items), ['一稿.txt'])
    assert.equal((await find(visitor, '终稿')).num_found, 0)
  })

  test('[AH-41] locations and filters that visitors do not have are refused, and blank words find nothing', async () => {
    const visitor = await at.opened(await makeLink(at.me, await at.make.folder({ owner: at.owner })))
    const refused: Partial<Search>[] = [
      { department_id: 0 },
      { external_typed_id: 'user_1' },
      { user_id: at.owner.id },
      { whole_space: true },
      { modified_from: 0 },
      { modified_to: 0 },
      { file_type_category: 'image' },
    ]
    for (const place of refused) {
      const answer = await visitor.client.send('GET /apps/files/search', {
        query_words: 'a',
        ...place,
        ...scenario(visitor),
      })
      assert.equal(codeOf(answer), 'invalid_request')
    }
    assert.deepEqual(await find(visitor, '  '), { success: true, items: [], num_found: 0 })
  })
})

test('[LAND-05] a folder of a link is sorted as the visitor requests', async () => {
  const folder = await at.make.folder({ owner: at.owner })
  for (const [name, n, size] of [
    ['b.txt', 1, 3],
    ['a.txt', 3, 2],
    ['c.txt', 2, 1],
  ] as const)
    await at.make.file({ parent: folder }, { name, at: minute(n), content: Buffer.alloc(size) })
  const visitor = await at.opened(await makeLink(at.me, folder))
  const sorted = async (sort_by?: 'name' | 'size' | 'date', sort_direction?: 'asc' | 'desc') => {
    const input = { folderId: 0, sort_by, sort_direction, ...scenario(visitor) }
    return names((await visitor.client.call('GET /apps/files/file_list/{folderId}', input)).children!).join('')
  }
  assert.equal(await sorted('name'), 'a.txtb.txtc.txt')
  assert.equal(await sorted('size', 'asc'), 'c.txta.txtb.txt')
  assert.equal(await sorted(), 'a.txtc.txtb.txt')
})

describe('[LAND-06] a folder of a link as a ZIP', () => {
  const order = (visitor: Visitor, items: readonly Named[]) =>
    visitor.client.call(PACK, { item_typed_ids: [...items], no_redirect: true, ...scenario(visitor) })
  const contents = async (visitor: Visitor, items: readonly Named[]) => {
    const { download_url } = await order(visitor, items)
    const answer = await visitor.fetch(download_url)
    assert.equal(answer.status, 200)
    return unpack(Buffer.from(await answer.arrayBuffer()))
  }
  const hex = (text: string) => Buffer.from(text).toString('hex')

  test('the ZIP holds what the link shows and allows to download; omitted items are counted', async () => {
    const editor = await at.make.user({ enterprise: at.enterprise })
    const folder = await at.make.folder({ owner: at.owner }, { name: '资料' })
    await at.make.collab(folder, { user: editor }, 'editor')
    const inner = await at.make.folder({ parent: folder }, { name: '里' })
    await at.make.file({ parent: inner }, { name: '深.txt', content: '深' })
    const shut = await at.make.folder({ parent: folder }, { name: '关' })
    await at.make.collab(shut, { user: editor }, 'reset')
    await at.make.file({ parent: shut }, { name: '关里.txt' })
    const withheld = await at.make.folder({ parent: folder }, { name: '不外传' })
    await at.change(withheld, { share_disabled_for: 'all' })
    await at.make.file({ parent: withheld }, { name: '也不.txt' })
    await at.change(await at.make.file({ parent: folder }, { name: '密.txt' }), { is_encrypted: true })
    await at.change(await at.make.file({ parent: folder }, { name: '扫.txt' }), { scanned: 1 })
    const visitor = await at.opened(await makeLink(await at.signIn(editor), folder))
    assert.deepEqual(await contents(visitor, [typedIdOf(folder)]), { '资料/里/深.txt': hex('深') })
    assert.equal((await order(visitor, [typedIdOf(folder)])).left_out, 2)
  })

  test('[AH-01] fetching a ZIP counts as one download, however often and in whatever ranges', async () => {
    const folder = await at.make.folder({ owner: at.owner }, { name: '期末' })
    await at.make.file({ parent: folder }, { name: '1.txt' })
    await at.make.file({ parent: folder }, { name: '2.txt' })
    const link = await makeLink(at.me, folder, { is_download_limit_v2: true, download_limit_v2: 1 })
    const visitor = await at.opened(link)
    const { download_url: address } = await order(visitor, [typedIdOf(folder)])
    const head = await fetch(new URL(address, at.server.url), { method: 'HEAD' })
    assert.equal(head.status, 200)
    for (const range of ['bytes=0-9', 'bytes=10-']) assert.ok((await visitor.fetch(address, { range })).ok)
    assert.ok((await visitor.fetch((await order(visitor, [typedIdOf(folder)])).download_url)).ok)
    assert.equal((await at.linkNow(link.id)).download_count, 1)
    const late = await at.opened(link)
    const refused = { item_typed_ids: [typedIdOf(folder)], ...scenario(late) }
    assert.equal(codeOf(await late.client.send(PACK, refused)), 'share_link_preview_download_limited')
    const { visits } = await at.me.call('GET /apps/share_links/visits', { share_link_id: link.id })
    assert.deepEqual(
      visits.filter(({ kind }) => kind === 'download').map(({ item_name }) => item_name),
      ['期末'],
    )
  })

  test('a ZIP of chosen items counts one download per item; a ZIP of the whole link counts one download', async () => {
    const files = [
      await at.make.file({ owner: at.owner }, { name: '1.txt', content: '1' }),
      await at.make.file({ owner: at.owner }, { name: '2.txt', content: '2' }),
    ]
    const link = await makeLink(at.me, files[0]!, { item_typed_ids: files.map(typedIdOf) })
    const visitor = await at.opened(link)
    assert.deepEqual(await contents(visitor, [ALL]), { '1.txt': hex('1'), '2.txt': hex('2') })
    assert.equal((await at.linkNow(link.id)).download_count, 1)
    await contents(visitor, files.map(typedIdOf))
    assert.equal((await at.linkNow(link.id)).download_count, 3)
    await contents(visitor, [typedIdOf(files[0]!), typedIdOf(files[0]!)])
    await visitor.download(files[0]!)
    assert.equal((await at.linkNow(link.id)).download_count, 3)
  })

  test('exactly as many of twelve concurrent requests succeed as the link allows', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    await at.make.file({ parent: folder })
    const link = await makeLink(at.me, folder, { is_download_limit_v2: true, download_limit_v2: 5 })
    const visitors = await Promise.all(Array.from({ length: 12 }, () => at.opened(link)))
    const codes = await Promise.all(
      visitors.map(async (visitor) =>
        codeOf(await visitor.client.send(PACK, { item_typed_ids: [typedIdOf(folder)], ...scenario(visitor) })),
      ),
    )
    assert.equal(codes.filter((code) => code === 'success').length, 5)
    assert.equal((await at.linkNow(link.id)).download_count, 5)
  })

  test('a pinned version is packed under its name', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '甲稿.txt', content: 'first' })
    const other = await at.make.file({ owner: at.owner }, { name: '旁.txt', content: 'x' })
    const link = await makeLink(at.me, file, { item_typed_ids: [file, other].map(typedIdOf), current_version: true })
    await at.newVersion(file, '二稿.txt', 'second draft')
    assert.deepEqual(await contents(await at.opened(link), [ALL]), { '甲稿.txt': hex('first'), '旁.txt': hex('x') })
  })

  test('a link without downloads gives no ZIP; a ZIP’s address ends when the link closes, changes its password or forbids downloads', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    await at.make.file({ parent: folder })
    const shut = await at.opened(await makeLink(at.me, folder, { disable_download: true }))
    const input = { item_typed_ids: [typedIdOf(folder)], ...scenario(shut) }
    assert.equal(codeOf(await shut.client.send(PACK, input)), 'permission_denied')
    const link = await makeLink(at.me, folder)
    const { db } = at.server.deps
    const links = db.updateTable('share_links').where('id', '=', link.id)
    for (const [ends, back] of [
      [{ closed_at: at.now }, { closed_at: null }],
      [{ disable_download: true }, { disable_download: false }],
      [{ password_version: 2 }, { password_version: 1 }],
    ] as const) {
      const visitor = await at.opened(link)
      const { download_url: address } = await order(visitor, [typedIdOf(folder)])
      assert.equal((await visitor.fetch(address)).status, 200)
      await links.set(ends).execute()
      assert.equal((await visitor.fetch(address)).status, 403, JSON.stringify(ends))
      await links.set(back).execute()
    }
  })

  test('the address of one visitor’s ZIP is not valid for another link', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    await at.make.file({ parent: folder })
    const visitor = await at.opened(await makeLink(at.me, folder))
    const { download_url: address } = await order(visitor, [typedIdOf(folder)])
    const id = new URL(address, at.server.url).searchParams.get('pack_id')!
    const other = await at.opened(await makeLink(at.me, folder))
    const own = await order(other, [typedIdOf(folder)])
    const swapped = own.download_url.replace(/pack_id=[^&]+/, `pack_id=${id}`)
    assert.equal((await other.fetch(swapped)).status, 403)
  })
})
