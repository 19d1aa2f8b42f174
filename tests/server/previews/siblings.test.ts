import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Request } from '@/contract/api'
import type { Item } from '@/contract/entities'
import type { SortBy, SortDirection } from '@/contract/items/lists'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { photo } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'

type Asked = Request<'POST /apps/files/get_sibling'>

const POST = 'POST /apps/files/get_sibling'
const GET = 'GET /apps/files/get_sibling'
const NOBODY = 9_000_000

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

const names = (items: readonly Item[] = []) => items.map((item) => item.name)
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 8, n))
const signIn = (user: UserRow) => client(server).as(user.login)
const siblingNames = async (who: Client, input: Asked) => names((await who.call(POST, input)).siblings)
/** Siblings on both sides of a picture, in the order of the gallery. */
const around = async (who: Client, input: Asked) => [
  ...(await siblingNames(who, { ...input, type: 'left' })),
  '·',
  ...(await siblingNames(who, { ...input, type: 'right' })),
]

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

describe('[PREV-16] only items that the user may see and preview', () => {
  let owner: UserRow
  let guest: UserRow
  let they: Client
  before(async () => {
    const enterprise = await make.enterprise()
    owner = await make.user({ enterprise })
    guest = await make.user({ enterprise })
    they = await signIn(guest)
  })
  const byName = { sort_by: 'name', sort_direction: 'asc', num: 25 } as const
  const album = async (...files: string[]) => {
    const folder = await make.folder({ owner })
    const made = await Promise.all(files.map((name) => make.file({ parent: folder }, { name })))
    return { folder, files: made }
  }
  const change = (item: ItemRow, values: object) =>
    server.deps.db.updateTable('items').set(values).where('id', '=', item.id).execute()

  deepTest('files with scope 1 or a lesser role of their own are skipped', async () => {
    const {
      folder,
      files: [a, b, c, d],
    } = await album('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg')
    await make.collab(folder, { user: guest }, 'previewer')
    await make.collab(b!, { user: guest }, 'reset')
    await make.collab(c!, { group: await make.group({ members: [guest] }) }, 'uploader')
    await change(d!, { scope: 1 })
    assert.deepEqual(await siblingNames(they, { ...byName, file_id: a!.id, num: 2 }), ['e.jpg', 'f.jpg'])
    assert.equal((await they.call(POST, { ...byName, file_id: a!.id, with_count: true })).count, 2)
    assert.deepEqual(await siblingNames(await signIn(owner), { ...byName, file_id: a!.id }), [
      'b.jpg',
      'c.jpg',
      'e.jpg',
      'f.jpg',
    ])
  })

  deepTest('in an inaccessible folder the siblings are the files shared with the user individually', async () => {
    const {
      folder,
      files: [, b, , d],
    } = await album('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg')
    await make.collab(folder, { user: guest }, 'uploader')
    await make.collab(b!, { user: guest }, 'viewer')
    await make.collab(d!, { user: guest }, 'previewer')
    assert.deepEqual(await around(they, { ...byName, file_id: b!.id, num: 1 }), ['·', 'd.jpg'])
    assert.deepEqual(await around(they, { ...byName, file_id: d!.id }), ['b.jpg', '·'])
  })

  deepTest('a file without the right to preview is refused', async () => {
    const {
      folder,
      files: [a, b],
    } = await album('a.jpg', 'b.jpg')
    await make.collab(folder, { user: guest }, 'viewer')
    await make.collab(a!, { user: guest }, 'uploader')
    await change(b!, { scope: 1 })
    for (const { id } of [a!, b!]) {
      for (const form of [POST, GET] as const) await they.refused(form, { file_id: id }, 'permission_denied')
    }
  })

  deepTest('foreign and missing files and folders answer alike', async () => {
    const {
      folder,
      files: [a],
    } = await album('a.jpg', 'b.jpg')
    for (const form of [POST, GET] as const) {
      const answers = await Promise.all(
        [a!.id, folder.id, NOBODY, 0].map(async (file_id) => (await they.send(form, { file_id })).body),
      )
      for (const body of answers)
        assert.deepEqual({ ...(body as object), request_id: '' }, { ...(answers[0] as object), request_id: '' })
      await they.refused(form, { file_id: a!.id }, 'item_not_found')
    }
    await (await signIn(owner)).refused(POST, { file_id: folder.id }, 'item_not_found')
  })

  deepTest(
    'with an invitation to the file only, the siblings are the pictures that the user was invited to, not the folder’s',
    async () => {
      const me = await make.user({ enterprise: { id: owner.enterprise_id } })
      const mine = await signIn(me)
      const [
        {
          files: [a, , c],
        },
        other,
      ] = [await album('a.jpg', 'b.jpg', 'c.jpg', 'd.txt'), await album('b2.jpg', 'c.jpg')]
      for (const item of [a!, c!, other.files[0]!, other.files[1]!]) await make.collab(item, { user: me }, 'viewer')
      await make.collab((await album('z.jpg')).files[0]!, { user: me }, 'viewer', { accepted: false })
      await make.collab((await album('b1.jpg')).files[0]!, { user: me }, 'uploader')
      assert.deepEqual(await around(mine, { ...byName, file_id: a!.id }), ['·', 'b2.jpg', 'c.jpg', 'c.jpg'])
      assert.deepEqual(await siblingNames(mine, { ...byName, file_id: a!.id, num: 1 }), ['b2.jpg'])
      const { items } = await mine.call('GET /apps/files/file_list_for_collabs', {
        sort_by: 'name',
        sort_direction: 'asc',
      })
      const same = items.filter(({ name }) => name === 'c.jpg').map(({ id }) => id)
      const { siblings } = await mine.call(POST, { ...byName, file_id: same[0]! })
      assert.deepEqual(
        siblings.map(({ id }) => id),
        [same[1]],
      )
    },
  )

  deepTest('for external items the siblings are those of the same enterprise or person', async () => {
    const [one, other] = [await make.user(), await make.user()]
    const files = await Promise.all(
      [
        [one, '1.jpg'],
        [one, '2.jpg'],
        [other, '1b.jpg'],
        [owner, '1c.jpg'],
      ].map(async ([of, name]) => {
        const parent = await make.folder({ owner: of as UserRow })
        const file = await make.file({ parent }, { name: name as string })
        await make.collab(file, { user: guest }, 'viewer')
        return file
      }),
    )
    assert.deepEqual(await around(they, { ...byName, file_id: files[0]!.id }), ['·', '2.jpg'])
  })

  deepTest('in a department the siblings are its pictures', async () => {
    const department = await make.department()
    const member = await make.user({ department })
    const files = await Promise.all(['1.jpg', '2.jpg', '3.jpg'].map((name) => make.file({ department }, { name })))
    assert.deepEqual(await around(await signIn(member), { ...byName, file_id: files[1]!.id }), ['1.jpg', '·', '3.jpg'])
  })

  deepTest('in the own root the siblings are its pictures; a closed personal space has none', async () => {
    const enterprise = await make.enterprise()
    const me = await make.user({ enterprise })
    const files = await Promise.all(['1.jpg', '2.jpg'].map((name) => make.file({ owner: me }, { name })))
    const mine = await signIn(me)
    assert.deepEqual(await siblingNames(mine, { ...byName, file_id: files[0]!.id }), ['2.jpg'])
    await server.deps.db
      .updateTable('enterprises')
      .set({ is_personal_space_closed: true })
      .where('id', '=', enterprise.id)
      .execute()
    assert.deepEqual(await siblingNames(mine, { ...byName, file_id: files[0]!.id }), [])
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
