import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { around, GET, make, POST, server, siblingNames, signIn, startSiblingServer } from './siblingServer'

const NOBODY = 9_000_000

startSiblingServer()

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
