import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { settingFields } from '@/domain/shares/createPayload'
import type { UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import type { Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, making } from '../../support/shares/shares'
import { openSettings } from '../../support/shares/shareTable'

/* decisions 101: one user causes another at most 30 unread messages in an hour, beside those about comments. */

const MOST = 30
const INVITE = 'POST /apps/collabs/invite'

let at: Sharing
let victim: UserRow
let theirs: Client

before(async () => {
  at = await Sharing.open()
})
after(() => at.close())
beforeEach(async () => {
  at.rewind()
  at.owner = await at.make.user({ enterprise: at.enterprise })
  at.me = await at.signIn(at.owner)
  victim = await at.make.user({ enterprise: at.enterprise })
  theirs = await at.signIn(victim)
})

const unread = async (who = theirs) => (await who.call('GET /apps/users/get_base_info', {})).unread_messages_count
const folder = () => at.make.folder({ owner: at.owner })

async function inviteAndWithdraw(folderId: number): Promise<string> {
  const answer = await at.me.send(INVITE, { folder_id: folderId, invited_users: `${victim.id}:viewer` })
  if (codeOf(answer) !== 'success') return codeOf(answer)
  const row = await at.server.deps.db
    .selectFrom('collabs')
    .select('id')
    .where('item_id', '=', folderId)
    .where('user_id', '=', victim.id)
    .executeTakeFirstOrThrow()
  await at.me.call('POST /apps/collabs/delete', { collab_ids: [row.id] })
  return 'success'
}

const shareWith = (item: { id: number; is_folder: boolean }) =>
  at.me.send('POST /apps/share_links/create', making(item, { access: 'collaborators', invited_user_ids: [victim.id] }))

describe('[MSG-01] nobody fills another person’s messages', () => {
  test('by inviting and withdrawing, into one folder or many', async () => {
    const { id } = await folder()
    const codes: string[] = []
    for (let n = 0; n < MOST + 10; n += 1) codes.push(await inviteAndWithdraw(n % 2 ? id : (await folder()).id))
    assert.equal(codes.at(-1), 'asked_too_often')
    assert.ok((await unread()) <= MOST, String(await unread()))
    const other = await at.make.user({ enterprise: at.enterprise })
    await at.me.call(INVITE, { folder_id: id, invited_users: `${other.id}:viewer` })
    at.later(3601)
    assert.equal(await inviteAndWithdraw(id), 'success')
  })

  deepTest('by sending invitations again that the person has read', async () => {
    const ids: number[] = []
    for (let n = 0; n < MOST + 10; n += 1) {
      if (n === MOST - 1) at.later(3601)
      await at.me.call(INVITE, { folder_id: (await folder()).id, invited_users: `${victim.id}:viewer` })
    }
    const rows = await at.server.deps.db.selectFrom('collabs').select('id').where('user_id', '=', victim.id).execute()
    ids.push(...rows.map(({ id }) => id))
    assert.equal(ids.length, MOST + 10)
    at.later(3601)
    await sql`update collab_notices set is_read = true where message_id in (select id from messages where user_id = ${victim.id})`.execute(
      at.server.deps.db,
    )
    const codes: string[] = []
    for (const id of ids) codes.push(codeOf(await at.me.send('POST /apps/collabs/resend', { collab_id: id })))
    assert.deepEqual([codes[0], codes.at(-1)], ['success', 'asked_too_often'])
    assert.equal(codes.filter((code) => code === 'success').length, MOST)
  })

  test('by links that name the person', async () => {
    const item = await folder()
    const codes: string[] = []
    for (let n = 0; n < MOST + 10; n += 1) codes.push(codeOf(await shareWith(item)))
    assert.deepEqual([codes[0], codes.at(-1)], ['success', 'asked_too_often'])
    assert.ok((await unread()) <= MOST, String(await unread()))
    at.later(3601)
    assert.equal(codeOf(await shareWith(item)), 'success')
  })

  test('by closing and reopening a link', async () => {
    const answer = await shareWith(await folder())
    const { share_link: link } = answer.body as { share_link: { id: number } }
    for (let n = 0; n < MOST + 10; n += 1) {
      await at.me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
      await at.me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    }
    assert.ok((await unread()) <= MOST, String(await unread()))
  })

  deepTest('by changing the message of a link', async () => {
    const answer = await shareWith(await folder())
    const { share_link: link } = answer.body as { share_link: { id: number } }
    const settings = settingFields({ ...openSettings, access: 'collaborators' })
    for (let n = 0; n < MOST + 10; n += 1)
      await at.me.call('POST /apps/share_links/edit', {
        ...settings,
        share_link_id: link.id,
        description: `第 ${n} 次`,
      })
    const count = await unread()
    assert.ok(count > 1 && count <= MOST, String(count))
  })

  deepTest('by inviting a group of theirs', async () => {
    const group = await at.make.group({ enterprise: at.enterprise, members: [victim] })
    for (let n = 0; n < MOST + 10; n += 1)
      await at.me.call(INVITE, { folder_id: (await folder()).id, invited_groups: `${group.id}:viewer` })
    const count = await unread()
    assert.ok(count > 0 && count <= MOST, String(count))
  })

  deepTest('by changing roles back and forth', async () => {
    const item = await folder()
    await at.make.collab(item, { user: victim }, 'viewer')
    const row = await at.server.deps.db
      .selectFrom('collabs')
      .select('id')
      .where('item_id', '=', item.id)
      .executeTakeFirstOrThrow()
    const roles = ['editor', 'viewer'] as const
    for (let n = 0; n < MOST + 10; n += 1)
      await at.me.call('POST /apps/collabs/edit', {
        item_id: item.id,
        edit_collabs_roles: [{ collab_id: row.id, user_id: victim.id, role: roles[n % 2]! }],
      })
    assert.ok((await unread()) <= MOST, String(await unread()))
  })

  deepTest('by links that wait for an administrator', async () => {
    const enterprise = await at.make.enterprise()
    await savePolicy(at.server.deps.db, enterprise.id, {
      is_share_force_passwd_switch: false,
      is_share_management: true,
      is_share_approval_required: true,
    } as never)
    const boss = await at.make.user({ enterprise, isAdministrator: true })
    const maker = await at.make.user({ enterprise })
    const session = await at.signIn(maker)
    const file = await at.make.file({ owner: maker })
    for (let n = 0; n < MOST + 10; n += 1) await makeLink(session, file)
    const asBoss = await at.signIn(boss)
    const count = await unread(asBoss)
    assert.ok(count > 0 && count <= MOST, String(count))
  })
})
