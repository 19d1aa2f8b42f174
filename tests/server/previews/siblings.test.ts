import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Item } from '@/contract/entities'
import type { SortBy, SortDirection } from '@/contract/items/lists'
import type { ItemRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { around, GET, make, names, POST, server, siblingNames, signIn, startSiblingServer } from './siblingServer'

startSiblingServer()
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 8, n))

const orders = (['date', 'name', 'size'] as SortBy[]).flatMap((by) =>
  (['asc', 'desc'] as SortDirection[]).map((direction) => [by, direction] as const),
)

describe('[PREV-16] siblings of a picture are in the order of its list', () => {
  let me: Client
  let album: ItemRow
  before(async () => {
    const owner = await make.user()
    me = await signIn(owner)
    album = await make.folder({ owner }, { name: '相册' })
    // Names that sort as equal, equal times, equal sizes, and files between them that are no pictures.
    const files: [string, number, number][] = [
      ['图1.jpg', 3, 30],
      ['图01.jpg', 3, 10],
      ['图2.PNG', 1, 10],
      ['图2 说明.txt', 1, 10],
      ['图10.heic', 3, 10],
      ['图3.mp4', 2, 20],
      ['图3.webp', 2, 20],
      ['图4.jpg', 2, 10],
      ['图4.jpg.pdf', 2, 10],
      ['图5.svg', 1, 50],
      ['b.gif', 9, 10],
      ['a.jpeg', 0, 70],
    ]
    for (const [name, at, size] of files)
      await make.file({ parent: album }, { name, at: minute(at), content: Buffer.alloc(size) })
    await make.folder({ parent: album }, { name: '图集.jpg', at: minute(2) })
  })

  for (const [sort_by, sort_direction] of orders) {
    deepTest(
      `by ${sort_by} ${sort_direction}, siblings equal the list, from each picture and for each number`,
      async () => {
        const { children } = await me.call('GET /apps/files/file_list/{folderId}', {
          folderId: album.id,
          sort_by,
          sort_direction,
          limit: 200,
        })
        const pictures = children!.filter((item) => item.type === 'file' && item.extension_category === 'image')
        assert.equal(pictures.length, 9)
        for (const [at, picture] of pictures.entries()) {
          for (const num of [1, 2, 5, 25]) {
            const input = { file_id: picture.id, sort_by, sort_direction, num }
            const right = names(pictures.slice(at + 1, at + 1 + num))
            const left = names(pictures.slice(Math.max(0, at - num), at))
            assert.deepEqual(await siblingNames(me, { ...input, type: 'right' }), right, `${num} after ${picture.name}`)
            assert.deepEqual(await siblingNames(me, { ...input, type: 'left' }), left, `${num} before ${picture.name}`)
          }
        }
      },
    )
  }

  test('the totals on both sides are answered on request, whatever number of siblings is requested', async () => {
    for (const [sort_by, sort_direction] of orders) {
      const order = { sort_by, sort_direction } as const
      const { children } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: album.id, ...order })
      const pictures = children!.filter((item) => item.type === 'file' && item.extension_category === 'image')
      for (const [at, { id }] of pictures.entries()) {
        const input = { file_id: id, num: 2, with_count: true, ...order }
        const left = await me.call(POST, { ...input, type: 'left' })
        const right = await me.call(POST, input)
        assert.deepEqual([left.count, right.count], [at, pictures.length - 1 - at])
      }
      assert.equal((await me.call(POST, { file_id: pictures[0]!.id })).count, undefined)
    }
  })

  deepTest(
    'the default is five siblings to the right in the list’s order, and a request never changes that order',
    async () => {
      const order = async () => {
        const { sort_by, sort_direction } = await me.call('GET /apps/files/file_list/{folderId}', {
          folderId: album.id,
        })
        return [sort_by, sort_direction]
      }
      const list = { folderId: album.id, sort_by: 'name', sort_direction: 'asc' } as const
      const { children } = await me.call('GET /apps/files/file_list/{folderId}', list)
      const pictures = children!.filter((item) => item.type === 'file' && item.extension_category === 'image')
      assert.deepEqual(await siblingNames(me, { file_id: pictures[0]!.id }), names(pictures.slice(1, 6)))
      const largest = pictures.find((item) => item.name === 'a.jpeg')!
      assert.deepEqual(await siblingNames(me, { file_id: largest.id, sort_by: 'size', sort_direction: 'desc' }), [
        '图5.svg',
        '图1.jpg',
        '图3.webp',
        'b.gif',
        '图4.jpg',
      ])
      assert.deepEqual(await order(), ['name', 'asc'])
    },
  )

  deepTest('a file that is no picture has siblings, too', async () => {
    const { children } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: album.id })
    const video = children!.find((item) => item.name === '图3.mp4')!
    assert.deepEqual(await around(me, { file_id: video.id, sort_by: 'name', sort_direction: 'asc', num: 1 }), [
      '图2.PNG',
      '·',
      '图3.webp',
    ])
  })
})

describe('[PREV-16] both forms', () => {
  let me: Client
  let files: ItemRow[]
  before(async () => {
    const owner = await make.user()
    me = await signIn(owner)
    const parent = await make.folder({ owner })
    const content = await photo()
    files = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => make.file({ parent }, { name, content })))
  })
  const byName = { sort_by: 'name', sort_direction: 'asc' } as const

  deepTest(
    'POST answers siblings; GET takes query parameters and also answers the file and its nearest sibling',
    async () => {
      const [a, b, c] = files as [ItemRow, ItemRow, ItemRow]
      const input = { ...byName, file_id: a.id, extension_category: 'image', type: 'right', num: 5 } as const
      const posted = await me.call(POST, input)
      const got = await me.call(GET, input)
      assert.deepEqual(names(posted.siblings), ['b.jpg', 'c.jpg'])
      assert.deepEqual(got.siblings, posted.siblings)
      assert.deepEqual([got.item.id, got.sibling?.id], [a.id, b.id])
      const left = await me.call(GET, { ...byName, file_id: c.id, type: 'left' })
      assert.deepEqual([left.item.id, left.sibling?.id], [c.id, b.id])
      const end = await me.call(GET, { ...byName, file_id: c.id })
      assert.deepEqual([end.siblings, end.sibling], [[], null])
    },
  )

  deepTest('a sibling has the fields of a list item, with the address of the large picture', async () => {
    const [a, b] = files as [ItemRow, ItemRow]
    const {
      siblings: [neighbour],
    } = await me.call(POST, { ...byName, file_id: a.id, num: 1 })
    const { preview_url, ...item } = neighbour!
    const { children } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: b.parent_id! })
    assert.deepEqual(
      item,
      children!.find(({ id }) => id === b.id),
    )
    const answer = await fetch(new URL(preview_url!, server.url))
    assert.equal(answer.status, 200)
    assert.equal((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width, 640)
  })

  deepTest('an empty file has no such address but is a sibling', async () => {
    const parent = await make.folder({ parent: { id: files[0]!.parent_id! } })
    const [first] = [
      await make.file({ parent }, { name: '1.jpg' }),
      await make.file({ parent }, { name: '2.jpg', content: '' }),
    ]
    const { siblings } = await me.call(POST, { ...byName, file_id: first.id })
    assert.deepEqual(
      siblings.map(({ name, preview_url }) => [name, preview_url]),
      [['2.jpg', null]],
    )
  })

  deepTest('previewToken in the query of either form changes nothing', async () => {
    const [a] = files as [ItemRow]
    const { body } = await me.request(
      'POST',
      '/api/apps/files/get_sibling?previewToken=x',
      JSON.stringify({ ...byName, file_id: a.id }),
    )
    assert.deepEqual(names((body as { siblings: Item[] }).siblings), ['b.jpg', 'c.jpg'])
    const stranger = await signIn(await make.user())
    await stranger.refused(POST, { file_id: a.id, previewToken: 'x' }, 'item_not_found')
    await client(server).visitor.refused(GET, { file_id: a.id, previewToken: 'x' }, 'login_expired')
  })

  deepTest(
    'scenario=share requires the grant of a link, also from the owner, wherever it is written (decisions 8)',
    async () => {
      const [a] = files as [ItemRow]
      for (const who of [me, client(server).visitor]) {
        await who.refused(GET, { file_id: a.id, scenario: 'share' }, 'share_grant_expired')
        const { body } = await who.request(
          'POST',
          '/api/apps/files/get_sibling?scenario=share',
          JSON.stringify({ ...byName, file_id: a.id }),
        )
        assert.match(JSON.stringify(body), /"share_grant_expired"/)
      }
    },
  )

  deepTest('an invalid side, order, number or file is refused with its field', async () => {
    const [{ id: file_id }] = files as [ItemRow]
    const wrong = {
      type: 'up',
      num: 0,
      sort_by: 'colour',
      sort_direction: 'up',
      extension_category: 'video',
      file_id: 'x',
    }
    for (const [field, value] of [...Object.entries(wrong), ['num', 26], ['num', 1.5]] as const) {
      const { entry } = await me.refused(POST, { file_id, [field]: value }, 'invalid_request')
      assert.equal(entry.field, field)
    }
  })
})

describe('[PREV-16] concurrent changes', () => {
  deepTest(
    'deleted and moved pictures are skipped; a moved picture has the siblings of its new folder; a deleted one has none',
    async () => {
      const owner = await make.user()
      const me = await signIn(owner)
      const [here, there] = [await make.folder({ owner }), await make.folder({ owner })]
      const [a, b, c] = await Promise.all(
        ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => make.file({ parent: here }, { name })),
      )
      await make.file({ parent: there }, { name: 'x.jpg' })
      const byName = { sort_by: 'name', sort_direction: 'asc' } as const
      const elsewhere = { target_folder_id: there.id }
      await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${b!.id}`] })
      assert.deepEqual(await siblingNames(me, { ...byName, file_id: a!.id, num: 2 }), ['c.jpg', 'd.jpg'])
      await me.call('POST /apps/files/move', { item_typed_ids: [`file_${c!.id}`], ...elsewhere })
      assert.deepEqual(await siblingNames(me, { ...byName, file_id: a!.id }), ['d.jpg'])
      assert.deepEqual(await siblingNames(me, { ...byName, file_id: c!.id }), ['x.jpg'])
      await me.refused(POST, { file_id: b!.id }, 'item_is_deleted')
      await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${here.id}`] })
      await me.refused(POST, { file_id: a!.id }, 'item_is_deleted')
    },
  )
})
