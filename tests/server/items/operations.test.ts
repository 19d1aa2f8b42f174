import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import type { UserRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
let member: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  user = await make.user()
  member = await signIn(user)
})
after(() => server.close())

const signIn = (who: UserRow) => signedIn(server, who)

/** Invalid names, for every call that takes a name (1§5, decisions 4.24 and 50). */
type BadName = [what: string, name: string, code: ErrorCode, character?: string]
const forbidden = ['/', '\\', '?', ':', '*', '"', '>', '<', '|']
const badNames: BadName[] = [
  ['empty', '', 'name_empty'],
  ['blanks only', ' \u3000 ', 'name_empty'],
  ['223 characters', '长'.repeat(223), 'name_too_long'],
  ['ending in a dot', 'a.', 'name_end'],
  ...forbidden.map((character): BadName => [`with ${character}`, `a${character}b`, 'name_character', character]),
  ['with a control character', 'a\u0007b', 'name_invisible', 'U+0007'],
  ['that reverses the text direction', 'a\u202efdp.exe', 'name_invisible', 'U+202E'],
  ['with a line separator', 'a\u2028b', 'name_invisible'],
]

describe('creating a folder', () => {
  for (const [what, name, code, character] of badNames) {
    test(`a name ${what} is refused with its fault`, async () => {
      const { kind, entry } = await member.refused('POST /apps/files/new_folder', { parent_folder_id: 0, name }, code)
      assert.deepEqual([kind, entry.field], ['validation_errors', 'name'])
      if (character) assert.ok(entry.error_tr_msg.includes(character), entry.error_tr_msg)
    })
  }

  test('a name has up to 222 characters, outer blanks are trimmed, and the answer has the folder twice', async () => {
    const name = '😀'.repeat(222)
    const { new_folder, item } = await member.call('POST /apps/files/new_folder', {
      parent_folder_id: 0,
      name: `  ${name} `,
    })
    assert.equal(new_folder.name, name)
    assert.deepEqual(item, new_folder)
    assert.deepEqual([item.type, item.updater.id, item.modified_at], ['folder', user.id, now / 1000])
  })

  test('a folder is created in a folder and in a department', async () => {
    const parent = await make.folder({ owner: user })
    const { item } = await member.call('POST /apps/files/new_folder', { parent_folder_id: parent.id, name: 'in it' })
    assert.equal(item.parent_folder_id, parent.id)
    const department = await make.department()
    const colleague = await signIn(await make.user({ department }))
    const input = { parent_folder_id: 0, department_id: department.id, name: 'in it' }
    const made = await colleague.call('POST /apps/files/new_folder', input)
    assert.equal(made.item.department_id, department.id)
  })

  test('a taken name is refused: after NFC, ignoring case, for folders and files, also when created concurrently', async () => {
    const parent = await make.folder({ owner: user })
    await make.file({ parent }, { name: 'caf\u00e9.txt' })
    const create = (name: string) => ({ parent_folder_id: parent.id, name })
    await member.refused('POST /apps/files/new_folder', create('cafe\u0301.txt'), 'name_taken')
    await member.call('POST /apps/files/new_folder', create('Caf\u00e9.txt'))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => member.send('POST /apps/files/new_folder', create('同时'))),
    )
    assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
  })

  test('the name of a deleted item is free again', async () => {
    const parent = await make.folder({ owner: user })
    const old = await make.folder({ parent }, { name: 'again' })
    await member.call('POST /apps/files/delete', { item_typed_ids: [`folder_${old.id}`] })
    await member.call('POST /apps/files/new_folder', { parent_folder_id: parent.id, name: 'again' })
  })

  test('decisions 57: a closed personal space refuses folders, a department of the same enterprise accepts them', async () => {
    const enterprise = await make.enterprise({ is_personal_space_closed: true })
    const closed = await make.user({ enterprise })
    const department = await make.department({ enterprise })
    await make.member(department, closed)
    const self = await signIn(closed)
    await self.refused('POST /apps/files/new_folder', { parent_folder_id: 0, name: 'x' }, 'personal_space_closed')
    await self.call('POST /apps/files/new_folder', { parent_folder_id: 0, department_id: department.id, name: 'x' })
  })

  test('files, missing and deleted folders, and missing or mistyped fields are refused', async () => {
    const file = await make.file({ owner: user })
    const gone = await make.folder({ owner: user })
    await member.call('POST /apps/files/delete', { item_typed_ids: [`folder_${gone.id}`] })
    const places = [
      [file.id, 'permission_denied'],
      [999_999_999, 'item_not_found'],
      [gone.id, 'item_is_deleted'],
    ] as const
    for (const [parent_folder_id, code] of places) {
      await member.refused('POST /apps/files/new_folder', { parent_folder_id, name: 'x' }, code)
    }
    const inputs: [object, string][] = [
      [{ name: 'x' }, 'parent_folder_id'],
      [{ parent_folder_id: 0 }, 'name'],
      [{ parent_folder_id: 'x', name: 'x' }, 'parent_folder_id'],
    ]
    for (const [input, field] of inputs) {
      const { entry } = await member.refused('POST /apps/files/new_folder', input, 'invalid_request')
      assert.equal(entry.field, field)
    }
  })
})

describe('renaming an item', () => {
  for (const [what, name, code] of badNames) {
    test(`a new name ${what} is refused`, async () => {
      const folder = await make.folder({ owner: user })
      await member.refused('POST /apps/files/edit', { item_typed_id: `folder_${folder.id}`, name }, code)
    })
  }

  test('the original extension is kept whether it is sent or not; 222 characters are counted without it', async () => {
    const file = await make.file({ owner: user }, { name: 'old.PDF' })
    const rename = (name: string) => member.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name })
    assert.equal((await rename('new')).item.name, 'new.PDF')
    assert.equal((await rename('newer.PDF')).item.name, 'newer.PDF')
    assert.equal((await rename('report.docx')).item.name, 'report.docx.PDF')
    const { item } = await rename('长'.repeat(222))
    assert.deepEqual([item.name, item.extension], [`${'长'.repeat(222)}.PDF`, 'pdf'])
  })

  test('renaming keeps the content date, so that the row keeps its place', async () => {
    const file = await make.file({ owner: user })
    now += 60_000
    const { item } = await member.call('POST /apps/files/edit', {
      item_typed_id: `file_${file.id}`,
      name: `later ${file.id}`,
    })
    assert.deepEqual([item.changed_time - item.modified_at, item.updater.id], [60, user.id])
  })

  test('a taken name is refused, the item’s own name is not', async () => {
    const parent = await make.folder({ owner: user })
    const [one] = [await make.folder({ parent }, { name: 'one' }), await make.folder({ parent }, { name: 'other' })]
    const rename = (name: string) => ({ item_typed_id: `folder_${one.id}` as const, name })
    await member.refused('POST /apps/files/edit', rename('other'), 'name_taken')
    await member.call('POST /apps/files/edit', rename('one'))
  })

  test('another user’s lock blocks renaming and is named; one’s own lock and online editing do not block it', async () => {
    const locker = await make.user({ name: '王老师' })
    const file = await make.file({ owner: user })
    const attempt = { item_typed_id: `file_${file.id}` as const, name: 'locked' }
    const lock = (lock_user_id: number, lock_kind: number) =>
      server.deps.db.updateTable('items').set({ lock_user_id, lock_kind }).where('id', '=', file.id).execute()
    for (const kind of [1, 2]) {
      await lock(locker.id, kind)
      const { entry } = await member.refused('POST /apps/files/edit', attempt, 'item_locked')
      assert.ok(entry.error_tr_msg.includes('王老师'))
      await member.refused('POST /apps/files/delete', { item_typed_ids: [attempt.item_typed_id] }, 'item_locked')
    }
    await lock(locker.id, 3)
    await member.call('POST /apps/files/edit', attempt)
    await lock(user.id, 1)
    const { item } = await member.call('POST /apps/files/edit', { ...attempt, name: 'own lock' })
    assert.deepEqual([item.locked, item.lock_kind, item.lock_user?.id, item.unlock_permit], [true, 1, user.id, true])
  })

  test('the root of a space cannot be renamed', async () => {
    const root = await server.deps.db
      .selectFrom('items')
      .select('id')
      .where('personal_of', '=', user.id)
      .executeTakeFirstOrThrow()
    await member.refused(
      'POST /apps/files/edit',
      { item_typed_id: `folder_${root.id}`, name: 'mine' },
      'permission_denied',
    )
    const department = await make.department()
    const director = await make.user({ enterprise: { id: department.enterprise_id } })
    await make.member(department, director, { isManager: true })
    const input = { item_typed_id: `department_${department.id}`, name: 'ours' }
    await (await signIn(director)).refused('POST /apps/files/edit', input, 'permission_denied')
  })
})

describe('deleting items', () => {
  test('a folder is deleted with its contents and stays whole in the trash', async () => {
    const folder = await make.folder({ owner: user })
    const inner = await make.folder({ parent: folder })
    const file = await make.file({ parent: inner })
    await member.call('POST /apps/files/delete', {
      item_typed_ids: [`folder_${folder.id}`, `file_${file.id}`, `folder_${folder.id}`],
    })
    for (const typed of [`folder_${folder.id}`, `folder_${inner.id}`, `file_${file.id}`] as const) {
      await member.refused('GET /apps/files/get_info', { item_typed_id: typed }, 'item_is_deleted')
    }
    const marked = await server.deps.db
      .selectFrom('items')
      .select(['id', 'deleted_by', 'deleted_space_owner_id'])
      .where('deleted_at', 'is not', null)
      .where('id', 'in', [folder.id, inner.id, file.id])
      .execute()
    assert.deepEqual(marked, [{ id: folder.id, deleted_by: user.id, deleted_space_owner_id: user.id }])
    await member.refused('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] }, 'item_is_deleted')
  })

  test('deletion is all or nothing: one item without the right keeps the others', async () => {
    const [one, other] = [await make.folder({ owner: user }), await make.folder({ owner: await make.user() })]
    await member.refused(
      'POST /apps/files/delete',
      { item_typed_ids: [`folder_${one.id}`, `folder_${other.id}`] },
      'item_not_found',
    )
    await member.call('GET /apps/files/get_info', { item_typed_id: `folder_${one.id}` })
  })

  test('an empty, too long or invalid selection is refused', async () => {
    for (const item_typed_ids of [[], Array.from({ length: 1001 }, (_, n) => `file_${n}`), ['12']]) {
      const { entry } = await member.refused('POST /apps/files/delete', { item_typed_ids }, 'invalid_request')
      assert.equal(entry.field, 'item_typed_ids')
    }
  })

  test('the own root cannot be deleted', async () => {
    const root = await server.deps.db
      .selectFrom('items')
      .select('id')
      .where('personal_of', '=', user.id)
      .executeTakeFirstOrThrow()
    await member.refused('POST /apps/files/delete', { item_typed_ids: [`folder_${root.id}`] }, 'permission_denied')
  })

  test('decisions 4.13: only administrators and managers of the parent department delete a department’s folder', async () => {
    const enterprise = await make.enterprise()
    const administrator = await make.user({ enterprise, isAdministrator: true })
    const top = await make.department({ enterprise })
    const department = await make.department({ parent: top })
    const [director, above] = [await make.user({ enterprise, name: '主任' }), await make.user({ enterprise })]
    await make.member(department, director, { isManager: true })
    await make.member(top, above, { isManager: true })
    const folderId = (await departmentRoot(server.deps.db, department.id))!
    const itemFor = async (who: UserRow) =>
      (await (await signIn(who)).call('GET /apps/files/get_info', { item_typed_id: `folder_${folderId}` })).item!
    const asDirector = await itemFor(director)
    assert.deepEqual(asDirector.department, {
      id: department.id,
      name: department.name,
      permissions: [],
      director_name: '主任',
    })
    assert.ok(!asDirector.permissions.includes('item_delete'))
    for (const who of [administrator, above])
      assert.deepEqual((await itemFor(who)).department?.permissions, ['delete_folder'])
    await (
      await signIn(director)
    ).refused('POST /apps/files/delete', { item_typed_ids: [`folder_${folderId}`] }, 'permission_denied')
    await (await signIn(above)).call('POST /apps/files/delete', { item_typed_ids: [`folder_${folderId}`] })
    const gone = { folderId: 0, department_id: department.id }
    await (await signIn(director)).refused('GET /apps/files/file_list/{folderId}', gone, 'item_is_deleted')
  })
})

describe('[AH-51] tags of an item', () => {
  const ADD = 'POST /apps/tags/add'
  const REMOVE = 'POST /apps/tags/remove'
  const namesOf = (item: { tags: { name: string }[] }) => item.tags.map(({ name }) => name)
  const tagged = async (who: Client, { id }: { id: number }, name: string) =>
    (await who.call(ADD, { item_typed_id: `file_${id}`, name })).item
  const offered = async (who: Client, { id }: { id: number }, words = '') =>
    namesOf(await who.call('GET /apps/tags/suggest', { item_typed_id: `file_${id}`, words }))
  const tagsNamed = async (name: string) =>
    (await server.deps.db.selectFrom('tags').select('id').where('name', '=', name).execute()).length

  test('tags are added in order, once, whatever their case; removing the last use deletes the tag', async () => {
    const file = await make.file({ owner: user })
    await tagged(member, file, ' 招生  2026 ')
    const item = await tagged(member, file, 'Draft')
    assert.deepEqual(namesOf(item), ['招生 2026', 'Draft'])
    assert.deepEqual(namesOf(await tagged(member, file, 'draft')), ['招生 2026', 'Draft'])
    const left = await member.call(REMOVE, { item_typed_id: `file_${file.id}`, tag_id: item.tags[1]!.id })
    assert.deepEqual(namesOf(left.item), ['招生 2026'])
    assert.equal(await tagsNamed('Draft'), 0)
    const again = await member.call(REMOVE, { item_typed_id: `file_${file.id}`, tag_id: item.tags[1]!.id })
    assert.deepEqual(namesOf(again.item), ['招生 2026'])
    const { items } = await member.call('GET /apps/files/search', { query_words: '招生 2026' })
    assert.ok(
      items.some(({ id }) => id === file.id),
      'the search does not find the tag',
    )
  })

  const badTags: readonly BadName[] = [...badNames, ['of 31 characters', '长'.repeat(31), 'tag_too_long']]
  for (const [what, name, fault] of badTags)
    test(`a tag ${what} is refused with its fault`, async () => {
      const file = await make.file({ owner: user })
      const code = fault === 'name_too_long' ? 'tag_too_long' : fault
      await member.refused(ADD, { item_typed_id: `file_${file.id}`, name }, code)
    })

  test('an item has at most 20 tags, also when they are added at once', async () => {
    const file = await make.file({ owner: user })
    const item_typed_id = `file_${file.id}` as const
    await Promise.all(Array.from({ length: 25 }, (_, n) => member.send(ADD, { item_typed_id, name: `标签${n}` })))
    const { item } = await member.call('GET /apps/files/get_info', { item_typed_id })
    assert.deepEqual([item!.tags.length, new Set(namesOf(item!)).size], [20, 20])
    await member.refused(ADD, { item_typed_id, name: '再一个' }, 'tags_too_many')
  })

  test('a tag that is removed here and added there at the same time stays there', async () => {
    const [here, there] = [await make.file({ owner: user }), await make.file({ owner: user })]
    for (let n = 0; n < 5; n += 1) {
      const name = `同时${n}`
      const { tags } = await tagged(member, here, name)
      const tag_id = tags.find((tag) => tag.name === name)!.id
      await Promise.all([
        member.call(REMOVE, { item_typed_id: `file_${here.id}`, tag_id }),
        tagged(member, there, name),
      ])
      const { item } = await member.call('GET /apps/files/get_info', { item_typed_id: `file_${there.id}` })
      assert.ok(namesOf(item!).includes(name), name)
    }
  })

  test('tags are offered only from items that the user can see, those that begin with the words first', async () => {
    const enterprise = { id: user.enterprise_id }
    const colleague = await make.user({ enterprise })
    const they = await signIn(colleague)
    const [mine, secret] = [await make.file({ owner: user }), await make.file({ owner: user })]
    await tagged(member, secret, '裁员名单')
    await tagged(member, mine, '名单')
    const theirs = await make.file({ owner: colleague })
    assert.deepEqual(await offered(they, theirs, '名单'), [])
    await make.collab(mine, { user: colleague }, 'viewer')
    assert.deepEqual(await offered(they, theirs, '名单'), ['名单'])
    assert.deepEqual(await offered(member, await make.file({ owner: user }), '名单'), ['名单', '裁员名单'])
    assert.deepEqual(await offered(member, secret, '名单'), ['名单'])
    await they.refused('GET /apps/tags/suggest', { item_typed_id: `file_${mine.id}` }, 'permission_denied')
    await they.refused(ADD, { item_typed_id: `file_${mine.id}`, name: '我的' }, 'permission_denied')
    await they.refused(ADD, { item_typed_id: `file_${secret.id}`, name: '我的' }, 'item_not_found')
  })

  test('a locked item keeps its tags', async () => {
    const file = await make.file({ owner: user })
    const { tags } = await tagged(member, file, '定稿')
    const editor = await make.user({ enterprise: { id: user.enterprise_id } })
    await make.collab(file, { user: editor }, 'editor')
    await (await signIn(editor)).call('POST /apps/files/lock', { item_typed_id: `file_${file.id}` })
    await member.refused(ADD, { item_typed_id: `file_${file.id}`, name: '再改' }, 'item_locked')
    await member.refused(REMOVE, { item_typed_id: `file_${file.id}`, tag_id: tags[0]!.id }, 'item_locked')
  })
})
