import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Role } from '@/contract/entities'
import type { UserRow } from '../../../server/database/tables'
import { ownRoot } from '../../../server/queries/items/spaces'
import type { Client } from '../../support/client'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'

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

const INVITE = 'POST /apps/collabs/invite'
const ASK = 'POST /apps/access_requests/create'
const DECIDE = 'POST /apps/access_requests/decide'
const DAY = 24 * 3600

describe('[AH-50] asking for access', () => {
  /** Asks, and waits until the request has arrived or was dropped. */
  async function askBy(who: Client, wanted: object) {
    const answer = await who.send(ASK, wanted)
    await until('the request to be placed', async () => {
      const { rows } = await sql`select from jobs where kind = 'ask_for_access'`.execute(at.server.deps.db)
      return rows.length === 0
    })
    return answer
  }
  const ask = (who: Client, item_typed_id: string) => askBy(who, { item_typed_id })
  const askFor = (who: Client, { id, is_folder: isFolder }: { id: number; is_folder: boolean }) =>
    ask(who, `${isFolder ? 'folder' : 'file'}_${id}`)
  /** The requests in a user's messages. */
  const requests = async (who = at.me) =>
    (await who.call('GET /apps/messages/get_list', {})).messages.filter(
      ({ most_recent_message: { notice } }) => notice?.action === 'access_asked',
    )
  const decide = (who: Client, access_request_id: number, decision: 'grant' | 'decline', role?: Role) =>
    who.send(DECIDE, { access_request_id, decision, role })
  /** The request that a colleague has made for an item of the owner. */
  async function asked(item: { id: number; is_folder: boolean }) {
    assert.equal(codeOf(await askFor(theirs, item)), 'success')
    const [message] = await requests()
    return message!.most_recent_message.access_request!.id
  }
  const opens = async (who: Client, typedId: string) =>
    codeOf(await who.send('GET /apps/files/get_info', { item_typed_id: typedId })) === 'success'

  test('the owner reads who asks for which item, grants a role in a folder, and the asker can open it', async () => {
    const item = await at.make.folder({ owner: at.owner }, { name: '教案' })
    const id = await asked(item)
    const [message] = await requests()
    assert.deepEqual(
      [message!.sender_name, message!.item_name, message!.unread_count, message!.most_recent_message.access_request],
      [victim.name, '教案', 1, { id, state: 'open', role: 'viewer', message: '', item_type: 'folder' }],
    )
    const { state, total_unread_message_count: left } = await at.me.call(DECIDE, {
      access_request_id: id,
      decision: 'grant',
      role: 'editor',
    })
    assert.deepEqual([state, left], ['granted', 0])
    const { item: opened } = await theirs.call('GET /apps/files/get_info', { item_typed_id: `folder_${item.id}` })
    assert.equal(opened!.final_role, 'editor')
    const { messages } = await theirs.call('GET /apps/messages/get_list', {})
    assert.equal(messages[0]!.most_recent_message.is_granted, true)
    const { child_messages: children } = await theirs.call('GET /apps/messages/child_messages_list', {
      message_id: messages[0]!.id,
    })
    assert.equal(children[0]!.is_granted, true)
    assert.equal(await unread(), 1)
    assert.equal((await requests())[0]!.most_recent_message.access_request!.state, 'granted')
  })

  test('a grant also answers an invitation that the asker has not accepted', async () => {
    const item = await folder()
    await at.me.call(INVITE, { folder_id: item.id, invited_users: `${victim.id}:previewer` })
    assert.equal(codeOf(await decide(at.me, await asked(item), 'grant', 'editor')), 'success')
    const { item: opened } = await theirs.call('GET /apps/files/get_info', { item_typed_id: `folder_${item.id}` })
    assert.equal(opened!.final_role, 'editor')
  })

  test('a file is granted by a link for the asker alone', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '试卷.txt' })
    const id = await asked(file)
    assert.equal(codeOf(await decide(at.me, id, 'grant')), 'success')
    const { messages } = await theirs.call('GET /apps/messages/get_list', {})
    const { unique_name = '', is_granted: isGranted } = messages[0]!.most_recent_message
    assert.equal(isGranted, true)
    await at.visitorOf({ unique_name }, theirs).open()
    const other = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    await at.visitorOf({ unique_name }, other).refusedToOpen('permission_denied')
    assert.equal(await opens(theirs, `file_${file.id}`), false, 'the link gives no role')
  })

  test('a refusal reaches the asker without the item’s name, and may still become a grant', async () => {
    const item = await at.make.folder({ owner: at.owner }, { name: '绝密工资表' })
    const id = await asked(item)
    assert.equal(codeOf(await decide(at.me, id, 'decline')), 'success')
    const told = await theirs.call('GET /apps/messages/get_list', {})
    assert.equal(told.messages[0]!.most_recent_message.notice!.action, 'access_declined')
    assert.ok(!JSON.stringify(told).includes('绝密'), 'the asker reads the name')
    assert.ok(!JSON.stringify(told).includes(at.owner.name), 'the asker reads whose it is')
    assert.equal(codeOf(await decide(at.me, id, 'decline')), 'success')
    assert.equal((await theirs.call('GET /apps/messages/get_list', {})).messages.length, 1)
    assert.equal(codeOf(await decide(at.me, id, 'grant')), 'success')
    assert.equal(await opens(theirs, `folder_${item.id}`), true)
  })

  test('the answer is the same whatever the id names, and nobody outside reaches the owner', async () => {
    const outsider = await at.signIn(await at.make.user())
    const [item, gone, reset] = [await folder(), await folder(), await folder()]
    await at.me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${gone.id}`] })
    await at.make.collab(reset, { user: victim }, 'reset')
    const root = await ownRoot(at.server.deps.db, at.owner.id)
    const asks: [Client, string][] = [
      [outsider, `folder_${item.id}`],
      [outsider, `folder_${item.id + 900_000}`],
      [theirs, `folder_${item.id + 900_000}`],
      [theirs, `file_${item.id}`],
      [theirs, `folder_${gone.id}`],
      [theirs, `folder_${reset.id}`],
      [theirs, `folder_${root}`],
      [theirs, 'folder_0'],
      [theirs, 'department_900000'],
      [at.me, `folder_${item.id}`],
    ]
    const answers = new Set<string>()
    for (const [who, id] of asks) {
      const { status, body } = await ask(who, id)
      answers.add(JSON.stringify([status, body]).replace(/"request_id":"[^"]*"/, ''))
    }
    assert.equal(answers.size, 1, [...answers].join(' | '))
    assert.deepEqual(await requests(), [])
    const { status, body } = await askFor(theirs, item)
    answers.add(JSON.stringify([status, body]).replace(/"request_id":"[^"]*"/, ''))
    assert.equal(answers.size, 1, 'a request that arrives answers otherwise')
    assert.equal((await requests()).length, 1)
  })

  test('one message per person and item: asking again does nothing for a week, also after a refusal', async () => {
    const item = await folder()
    const id = await asked(item)
    for (let n = 0; n < 5; n += 1) await askFor(theirs, item)
    assert.deepEqual([(await requests()).length, await unread(at.me)], [1, 1])
    await at.me.call('POST /apps/messages/delete', { message_ids: [(await requests())[0]!.id] })
    at.later(DAY)
    await askFor(theirs, item)
    assert.deepEqual(await requests(), [], 'a deleted message returns')
    at.later(7 * DAY)
    await askFor(theirs, item)
    assert.deepEqual([(await requests()).length, await unread(at.me)], [1, 1])
    await decide(at.me, id, 'decline')
    at.later(6 * DAY)
    await askFor(theirs, item)
    assert.equal(await unread(at.me), 0)
    at.later(2 * DAY)
    await askFor(theirs, item)
    assert.equal(await unread(at.me), 1)
  })

  test('a request names a role and carries a word; nobody decides it after seven days', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '课表.txt' })
    const wish = { item_typed_id: `file_${file.id}`, role: 'previewer', message: ' 要核对课表 ' } as const
    await askBy(theirs, wish)
    const request = async () => (await requests())[0]!.most_recent_message.access_request!
    const { id, role, message } = await request()
    assert.deepEqual([role, message], ['previewer', '要核对课表'])
    at.later(7 * DAY + 1)
    assert.equal((await request()).state, 'expired')
    for (const decision of ['grant', 'decline'] as const) {
      const { body } = await decide(at.me, id, decision)
      assert.equal((body as { state: string }).state, 'expired')
    }
    assert.deepEqual((await theirs.call('GET /apps/messages/get_list', {})).messages, [])
    await askBy(theirs, wish)
    assert.equal((await request()).state, 'open')
    assert.equal(codeOf(await decide(at.me, id, 'grant')), 'success')
    const link = await at.server.deps.db
      .selectFrom('share_links')
      .select(['disable_download', 'access'])
      .where('maker_id', '=', at.owner.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(link, { disable_download: true, access: 'collaborators' })
    assert.equal(codeOf(await askBy(theirs, { ...wish, message: '长'.repeat(201) })), 'invalid_request')
    assert.equal(codeOf(await askBy(theirs, { ...wish, role: 'owner' })), 'invalid_request')
  })

  test('asking for item after item fills nobody’s messages, and is rate-limited for ids that name nothing, too', async () => {
    const codes: string[] = []
    for (let n = 0; n < 15; n += 1) codes.push(codeOf(await askFor(theirs, await folder())))
    assert.deepEqual([codes[9], codes[10]], ['success', 'asked_too_often'])
    const other = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    const unknown: string[] = []
    for (let n = 0; n < 15; n += 1) unknown.push(codeOf(await ask(other, `folder_${910_000 + n}`)))
    assert.deepEqual(unknown, codes)
    for (let n = 0; n < 15; n += 1) {
      at.later(60)
      await askFor(theirs, await folder())
    }
    assert.equal((await requests()).length, 10)
  })

  test('only those who got the request decide it, once, and only while they may let people in', async () => {
    const item = await folder()
    const id = await asked(item)
    const colleague = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
    for (const who of [theirs, colleague])
      for (const decision of ['grant', 'decline'] as const)
        assert.equal(codeOf(await decide(who, id, decision)), 'access_request_not_found')
    assert.equal(codeOf(await decide(at.me, id + 900_000, 'grant')), 'access_request_not_found')
    for (const role of ['owner', 'coowner', 'reset'] as const)
      assert.equal(codeOf(await decide(at.me, id, 'grant', role)), 'collab_role_refused')
    const all = await Promise.all((['grant', 'grant', 'decline'] as const).map((what) => decide(at.me, id, what)))
    assert.deepEqual(all.map(codeOf), ['success', 'success', 'success'])
    const states = all.map(({ body }) => (body as { state: string }).state)
    assert.deepEqual(states.slice(0, 2), ['granted', 'granted'])
    const { accepted_collabs } = await at.me.call('GET /apps/folders/get_collab_info_on_item', { folder_id: item.id })
    assert.equal(accepted_collabs.filter(({ user }) => user.id === victim.id).length, 1)
    const gone = await folder()
    at.later(60)
    const other = await asked(gone)
    await at.me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${gone.id}`] })
    assert.equal(codeOf(await decide(at.me, other, 'grant')), 'item_is_deleted')
  })

  test('somebody who may no longer share a file neither grants nor declines a request for it', async () => {
    const department = await at.make.department({ enterprise: at.enterprise })
    await at.make.member(department, at.owner, { isManager: true })
    const file = await at.make.file({ department }, { name: '排课.txt' })
    const id = await asked(file)
    await at.server.deps.db
      .updateTable('department_members')
      .set({ is_manager: false, role: 'previewer' })
      .where('department_id', '=', department.id)
      .execute()
    assert.equal(await opens(at.me, `file_${file.id}`), true)
    for (const decision of ['grant', 'decline'] as const)
      assert.equal(codeOf(await decide(at.me, id, decision)), 'permission_denied')
    assert.equal((await requests())[0]!.most_recent_message.access_request!.state, 'open')
  })

  test('a folder that was closed to the asker meanwhile is not granted', async () => {
    const item = await folder()
    const id = await asked(item)
    await at.make.collab(item, { user: victim }, 'reset')
    assert.equal(codeOf(await decide(at.me, id, 'grant')), 'collab_already')
    assert.equal((await requests())[0]!.most_recent_message.access_request!.state, 'open')
  })

  test('a department’s request goes to its managers; a former manager decides nothing', async () => {
    const department = await at.make.department({ enterprise: at.enterprise })
    await at.make.member(department, at.owner, { isManager: true })
    assert.equal(codeOf(await ask(theirs, `department_${department.id}`)), 'success')
    const [message] = await requests()
    const { id } = message!.most_recent_message.access_request!
    await at.server.deps.db
      .deleteFrom('department_members')
      .where('department_id', '=', department.id)
      .where('user_id', '=', at.owner.id)
      .execute()
    assert.equal(codeOf(await decide(at.me, id, 'grant')), 'item_not_found')
    assert.equal(codeOf(await decide(at.me, id, 'decline')), 'item_not_found')
  })

  test('somebody whom a link does not name asks by the link, and does not learn what it holds', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '绝密.txt' })
    const other = await at.make.user({ enterprise: at.enterprise })
    const link = await makeLink(at.me, file, { access: 'collaborators', invited_user_ids: [other.id] })
    const answer = await askBy(theirs, { unique_name: link.unique_name })
    assert.equal(codeOf(answer), 'success')
    assert.ok(!JSON.stringify(answer.body).includes('绝密'), 'the asker reads the name')
    assert.equal((await requests())[0]!.item_name, '绝密.txt')
  })
})
