import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client, password, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/** After five executions PostgreSQL uses one plan of a prepared statement for all parameters. */
const ENOUGH = 8

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

/** A guest who has a shared folder open, after enough calls that all statements have generic plans. */
interface Visit {
  owner: UserRow
  guest: UserRow
  folder: ItemRow
  file: ItemRow
  /** The guest's client here, and one with another session. */
  here: Client
  elsewhere: Client
}

async function visit(): Promise<Visit> {
  const enterprise = await make.enterprise()
  const [owner, guest] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner })
  const file = await make.file({ parent: folder })
  await make.collab(folder, { user: guest }, 'editor')
  const [here, elsewhere] = [await client(server).as(guest.login), await client(server).as(guest.login)]
  for (let n = 0; n < ENOUGH; n += 1) {
    await listOf(here, folder)
    await found(here, file)
    await here.call('GET /apps/users/get_base_info', {})
  }
  return { owner, guest, folder, file, here, elsewhere }
}

const listAsked = ({ id }: ItemRow) => ({ folderId: id, folder_type: 'folder' as const })
const listOf = (who: Client, folder: ItemRow) => who.call('GET /apps/files/file_list/{folderId}', listAsked(folder))
const found = async (who: Client, { name }: ItemRow) =>
  (await who.call('GET /apps/files/search', { query_words: name })).num_found
const baseInfo = (who: Client) => who.call('GET /apps/users/get_base_info', {})
const frequent = (who: Client) => who.call('GET /apps/frequently_used_items/get_list', {})
const db = () => server.deps.db

async function endFromElsewhere({ here, elsewhere }: Visit) {
  const { sessions } = await here.call('GET /apps/users/sessions', {})
  const { id } = sessions.find(({ is_current: isCurrent }) => isCurrent)!
  await elsewhere.call('POST /apps/users/sessions/end', { session_id: id })
}

async function signOutInAnotherWindow({ here }: Visit) {
  const window = new (here.constructor as typeof Client)(here.url)
  window.headers = { ...here.headers }
  await window.call('POST /apps/users/logout', {})
}

describe('[CTX-04] a user without access is a stranger from the next call on', () => {
  const ends: Record<string, (visit: Visit) => Promise<unknown>> = {
    'the user signed out in another window': signOutInAnotherWindow,
    'the device was signed out in the list': endFromElsewhere,
    'all other sessions were ended': ({ elsewhere }) => elsewhere.call('POST /apps/users/sessions/end_others', {}),
    'the password was changed': ({ elsewhere }) =>
      elsewhere.renew('POST /apps/users/password', { password, new_password: 'tangerine lamp 7' }),
    'the user was deactivated': ({ guest }) =>
      db().updateTable('users').set({ is_active: false }).where('id', '=', guest.id).execute(),
    'the session is too old': ({ guest }) =>
      db()
        .updateTable('sessions')
        .set({ last_used_at: new Date(0) })
        .where('user_id', '=', guest.id)
        .execute(),
  }
  for (const [why, end] of Object.entries(ends))
    test(why, async () => {
      const at = await visit()
      await make.message(at.guest)
      await end(at)
      await at.here.refused('GET /apps/files/file_list/{folderId}', listAsked(at.folder), 'login_expired')
      await at.here.refused('GET /apps/files/search', { query_words: at.file.name }, 'login_expired')
      await at.here.refused('GET /apps/frequently_used_items/get_list', {}, 'login_expired')
      const { user_info, enterprise_info, unread_messages_count } = await baseInfo(at.here)
      assert.deepEqual([user_info, enterprise_info, unread_messages_count], [null, null, 0])
    })
})

describe('[ACT-01] a withdrawn right is gone from the next call on', () => {
  const collabs = ({ folder, guest }: Visit) =>
    db().updateTable('collabs').where('item_id', '=', folder.id).where('user_id', '=', guest.id)
  const withdrawn: Record<string, [(visit: Visit) => Promise<unknown>, ErrorCode]> = {
    'the invitation': [
      ({ folder, guest }) =>
        db().deleteFrom('collabs').where('item_id', '=', folder.id).where('user_id', '=', guest.id).execute(),
      'item_not_found',
    ],
    'every right, by the role reset': [(at) => collabs(at).set({ role: 'reset' }).execute(), 'item_not_found'],
    'the folder, moved to the trash': [
      ({ folder, owner }) =>
        db()
          .updateTable('items')
          .set({ deleted_at: new Date(), deleted_by: owner.id, deleted_space_owner_id: owner.id })
          .where('id', '=', folder.id)
          .execute(),
      'item_is_deleted',
    ],
    'the plan of the enterprise': [
      ({ guest }) =>
        db()
          .updateTable('enterprises')
          .set({ expires_at: new Date(0) })
          .where('id', '=', guest.enterprise_id)
          .execute(),
      'enterprise_expired',
    ],
    'every right, until the second step that is forced from now on': [
      ({ guest }) =>
        db().updateTable('enterprises').set({ force_two_step: true }).where('id', '=', guest.enterprise_id).execute(),
      'force_two_step',
    ],
  }
  for (const [what, [withdraw, code]] of Object.entries(withdrawn))
    test(what, async () => {
      const at = await visit()
      await withdraw(at)
      await at.here.refused('GET /apps/files/file_list/{folderId}', listAsked(at.folder), code)
      if (code.startsWith('item')) assert.equal(await found(at.here, at.file), 0)
      else await at.here.refused('GET /apps/files/search', { query_words: at.file.name }, code)
    })

  test('part of a role', async () => {
    const at = await visit()
    assert.ok((await listOf(at.here, at.folder)).children?.[0]?.permissions.includes('item_download'))
    await collabs(at).set({ role: 'previewer' }).execute()
    const { permissions, children = [] } = await listOf(at.here, at.folder)
    for (const each of [permissions, children[0]!.permissions])
      assert.deepEqual(
        ['item_preview', 'item_download', 'item_delete'].filter((permission) => each.includes(permission as never)),
        ['item_preview'],
      )
  })

  test('one file of a folder that stays open', async () => {
    const at = await visit()
    const newest = await make.file({ parent: at.folder })
    assert.equal((await listOf(at.here, at.folder)).children?.[0]?.id, newest.id)
    await make.collab(newest, { user: at.guest }, 'reset')
    const { children = [], total_children_count: total } = await listOf(at.here, at.folder)
    assert.deepEqual([children.map(({ id }) => id), total], [[at.file.id], 1])
    assert.deepEqual([await found(at.here, newest), await found(at.here, at.file)], [0, 1])
  })
})

test('[MSG-10] the next call shows new files, messages and an order chosen elsewhere', async () => {
  const at = await visit()
  const later = await make.file({ parent: at.folder }, { name: 'a first by name.txt' })
  const { id } = await make.message(at.guest)
  const { children = [], total_children_count: total } = await listOf(at.here, at.folder)
  assert.deepEqual([children.length, total], [2, 2])
  for (const tell of [baseInfo, frequent]) assert.equal((await tell(at.here)).unread_messages_count, 1)
  await at.elsewhere.call('POST /apps/messages/mark_read', { message_ids: [id] })
  for (const tell of [baseInfo, frequent]) assert.equal((await tell(at.here)).unread_messages_count, 0)
  await at.elsewhere.call('GET /apps/files/file_list/{folderId}', {
    ...listAsked(at.folder),
    sort_by: 'name',
    sort_direction: 'asc',
  })
  const sorted = await listOf(at.here, at.folder)
  assert.deepEqual([sorted.sort_by, sorted.children?.[0]?.id], ['name', later.id])
})
