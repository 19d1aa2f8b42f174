import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { settingFields } from '@/domain/shares/createPayload'
import type { ShareSettings } from '@/domain/shares/settings'
import type { DepartmentRow, ItemRow, UserRow } from '../../../server/database/tables'
import { hashPassword } from '../../../server/crypto/passwords'
import { savePolicy } from '../../../server/queries/shares/policies'
import { openSettings } from '../../support/shares/shareTable'
import { Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf, type Visitor } from '../../support/shares/shares'

/* Users need no password while the link names them; everybody else needs the password (decisions 70). */

const PASSWORD = 'k7m3'
const NEEDED = 'share_link_invalid_password'

let at: Sharing
let file: ItemRow
let named: UserRow
let department: DepartmentRow
let groupIds: number[]
let link: Awaited<ReturnType<typeof makeLink>>

before(async () => {
  at = await Sharing.open()
})
beforeEach(async () => {
  at.rewind()
  file = await at.make.file({ owner: at.owner })
  named = await member()
  department = await at.make.department({ enterprise: at.enterprise })
  groupIds = [(await at.make.groupOf(department)).id]
  link = await protectedLink()
})
after(() => at.close())

const member = () => at.make.user({ enterprise: at.enterprise })
const protectedLink = (more: Partial<ShareSettings> = {}, to = { invited_user_ids: [named.id], group_ids: groupIds }) =>
  makeLink(at.me, file, { access: 'public', password_protected: true, password: PASSWORD, ...more, ...to })
const visitorAs = async (user: UserRow) => at.visitorOf(link, await at.signIn(user))
const openedBy = async (user: UserRow) => at.opened(link, await at.signIn(user))
const refusedInfo = (visitor: Visitor) =>
  visitor.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(file) }, 'share_grant_expired')
const set = (values: object) =>
  at.server.deps.db.updateTable('share_links').set(values).where('id', '=', link.id).execute()
const setUser = ({ id }: UserRow, values: { is_active?: boolean; enterprise_id?: number }) =>
  at.server.deps.db.updateTable('users').set(values).where('id', '=', id).execute()
/** Whether the enterprise disables sharing with colleagues. */
const decide = (share_with_colleagues_disallowed: boolean) =>
  at.server.deps.db
    .updateTable('enterprises')
    .set({ share_with_colleagues_disallowed })
    .where('id', '=', at.enterprise.id)
    .execute()
const nameNobody = () => at.server.deps.db.deleteFrom('share_link_receivers').where('link_id', '=', link.id).execute()

describe('[SHARE-03] named users open a link without its password', () => {
  for (const access of ['public', 'company', 'collaborators'] as const) {
    test(`${access} links can name users, their group or a department above theirs`, async () => {
      const [ofGroup, below] = [await member(), await member()]
      const inner = await at.make.department({ enterprise: at.enterprise, parent: department })
      await at.make.member(inner, below)
      const group = await at.make.group({ enterprise: at.enterprise, members: [ofGroup] })
      link = await protectedLink({ access }, { invited_user_ids: [named.id], group_ids: [...groupIds, group.id] })
      for (const user of [named, ofGroup, below]) {
        const visitor = await openedBy(user)
        await visitor.info(file)
        assert.equal((await visitor.fetch(await visitor.download(file))).status, 200)
      }
    })
  }

  test('a wrong password from a named user is no guess, and a new password changes nothing for them', async () => {
    const visitor = await visitorAs(named)
    for (let n = 0; n < 6; n += 1) await visitor.open('x1x1')
    await at.me.call('POST /apps/share_links/edit', {
      share_link_id: link.id,
      ...settingFields({ ...openSettings, password_protected: true, password: 'n4p8' }),
    })
    await visitor.info(file)
  })

  test('the other restrictions of a link also apply to named users', async () => {
    const visitor = await openedBy(named)
    const ends = [
      [{ closed_at: at.now }, { closed_at: null }, 'process_share_link_closed'],
      [{ due_at: at.now }, { due_at: null }, 'share_link_expired'],
    ] as const
    for (const [end, back, code] of ends) {
      await set(end)
      await visitor.refusedToOpen(code)
      await visitor.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(file) }, code)
      await set(back)
    }
    await savePolicy(at.server.deps.db, at.enterprise.id, {
      is_share_force_passwd_switch: false,
      is_share_link_public_access_disabled: true,
    })
    await visitor.refusedToOpen('share_link_not_found')
    await savePolicy(at.server.deps.db, at.enterprise.id, { is_share_force_passwd_switch: false })
    await set({ disable_download: true, preview_limit: 1, preview_count: 1 })
    const other = await member()
    await at.make.member(department, other)
    await (await visitorAs(other)).refusedToOpen('share_link_preview_download_limited')
  })
})

describe('[SHARE-03] the password is required from', () => {
  const refused = async (user: UserRow) => (await visitorAs(user)).refusedToOpen(NEEDED)

  test('a colleague who is not named, and a visitor without a session', async () => {
    await refused(await member())
    await at.visitorOf(link).refusedToOpen(NEEDED)
  })

  test('an external account, even in a named group', async () => {
    const stranger = await at.make.user()
    const group = await at.make.group({ enterprise: at.enterprise, members: [stranger] })
    link = await protectedLink({}, { invited_user_ids: [], group_ids: [group.id] })
    await refused(stranger)
    await at.server.deps.db
      .insertInto('share_link_receivers')
      .values({ link_id: link.id, user_id: stranger.id, group_id: null })
      .execute()
    await refused(stranger)
  })

  test('a user who left a named group, whose earlier grants end', async () => {
    const user = await member()
    const group = await at.make.group({ enterprise: at.enterprise, members: [user] })
    link = await protectedLink({}, { invited_user_ids: [named.id], group_ids: [group.id] })
    const visitor = await openedBy(user)
    const address = await visitor.download(file)
    await at.server.deps.db.deleteFrom('group_members').where('user_id', '=', user.id).execute()
    await refusedInfo(visitor)
    await visitor.refusedToOpen(NEEDED)
    assert.equal((await visitor.fetch(address)).status, 403)
  })

  test('a deactivated user', async () => {
    const visitor = await openedBy(named)
    const address = await visitor.download(file)
    const active = (is_active: boolean) =>
      at.server.deps.db.updateTable('users').set({ is_active }).where('id', '=', named.id).execute()
    await active(false)
    await refusedInfo(visitor)
    assert.equal((await visitor.fetch(address)).status, 403)
    const { body } = await visitor.client.send('GET /apps/share_links/info/{unique_name}', {
      unique_name: link.unique_name,
    })
    assert.equal((body as { success: boolean }).success, false)
  })

  test('a user who is no longer named: neither the grant nor an earlier address works', async () => {
    const visitor = await openedBy(named)
    const address = await visitor.download(file)
    await nameNobody()
    await refusedInfo(visitor)
    await visitor.refusedToOpen(NEEDED)
    assert.equal((await visitor.fetch(address)).status, 403)
    await visitor.open(PASSWORD)
  })

  test('a user who sends the grant of a named user', async () => {
    const { grant } = await openedBy(named)
    for (const visitor of [at.visitorOf(link), await visitorAs(await member())]) {
      visitor.client.headers['x-share-grant'] = grant
      await refusedInfo(visitor)
      await visitor.refusedToOpen(NEEDED)
    }
  })

  test('a user with a grant from before the password was changed', async () => {
    const [stranger, colleague] = [await at.opened(link, undefined, PASSWORD), await member()]
    const signedIn = await at.opened(link, await at.signIn(colleague), PASSWORD)
    await set({ password_version: 2 })
    for (const visitor of [stranger, signedIn]) {
      await refusedInfo(visitor)
      await visitor.refusedToOpen(NEEDED)
    }
  })

  test('every named user, once the enterprise disables sharing with colleagues', async () => {
    const visitor = await openedBy(named)
    await decide(true)
    await refusedInfo(visitor)
    await visitor.refusedToOpen(NEEDED)
    await decide(false)
  })
})

describe('[SHARE-03] blanks around a password', () => {
  test('are trimmed when it is set and when it is typed; an older one stored with blanks still works', async () => {
    link = await protectedLink({ password: ' a1b2　' })
    assert.equal(link.password, 'a1b2')
    for (const typed of ['a1b2', 'a1b2 ', '\ta1b2']) await at.opened(link, undefined, typed)
    await at.visitorOf(link).refusedToOpen(NEEDED, 'a1 b2')
    await set({ password_hash: await hashPassword('old ') })
    await at.opened(link, undefined, 'old ')
    await at.visitorOf(link).refusedToOpen(NEEDED, 'old')
  })
})

describe('[AH-48] the people to whom a user sent something recently', () => {
  const recent = async (user: UserRow) =>
    (await (await at.signIn(user)).call('GET /apps/contacts/recent', {})).contacts.map(({ id }) => id)

  let sender: UserRow
  beforeEach(async () => {
    sender = await member()
  })

  async function send(...to: UserRow[]) {
    const own = await at.make.file({ owner: sender })
    const names = { invited_user_ids: to.map(({ id }) => id), group_ids: groupIds }
    return makeLink(await at.signIn(sender), own, { access: 'collaborators', ...names })
  }

  test('are the six named last, the latest first, and no members of groups', async () => {
    await at.make.member(department, await member())
    const people: UserRow[] = []
    for (let n = 0; n < 8; n += 1) people.push(await member())
    for (const one of people) await send(one)
    await send(people[3]!)
    const latest = [3, 7, 6, 5, 4, 2].map((n) => people[n]!.id)
    assert.deepEqual(await recent(sender), latest)
  })

  test('come before active colleagues of their own departments, those of the smallest first', async () => {
    const [wide, small, other] = [1, 2, 3].map(() => at.make.department({ enterprise: at.enterprise }))
    const named = async (name: string, ...places: (typeof wide)[]) => {
      const user = await at.make.user({ enterprise: at.enterprise, name })
      for (const place of places) await at.make.member(await place!, user)
      return user
    }
    for (const place of [wide, small]) await at.make.member(await place!, sender)
    const [far, next, near, both] = [
      await named('乙', wide),
      await named('甲', wide),
      await named('丙', small),
      await named('丁', wide, small),
    ]
    await named('戊', other)
    const gone = await named('己', small)
    await at.server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
    assert.deepEqual(
      await recent(sender),
      [near, both, next, far].map(({ id }) => id),
    )
    const outside = await member()
    for (const one of [far, outside]) await send(one)
    assert.deepEqual(
      await recent(sender),
      [outside, far, near, both, next].map(({ id }) => id),
    )
  })

  test('leave out the people of a link that was taken back', async () => {
    const [wrong, right] = [await member(), await member()]
    await send(right)
    const { id } = await send(wrong)
    await (await at.signIn(sender)).call('POST /apps/share_links/close', { share_link_ids: [id] })
    assert.deepEqual(await recent(sender), [right.id])
  })

  test('leave out the people of an announcement', async () => {
    const one = await member()
    await send(one)
    const many: UserRow[] = []
    for (let n = 0; n < 21; n += 1) many.push(await member())
    await send(...many)
    assert.deepEqual(await recent(sender), [one.id])
  })

  test('leave out people whom the user may not see now', async () => {
    const [left, moved, stays] = [await member(), await member(), await member()]
    await send(left, moved, stays)
    await setUser(left, { is_active: false })
    await setUser(moved, { enterprise_id: (await at.freeEnterprise()).id })
    assert.deepEqual(await recent(sender), [stays.id])
    await setUser(sender, { enterprise_id: (await at.freeEnterprise()).id })
    assert.deepEqual(await recent(sender), [])
  })

  test('are nobody for a user of a personal enterprise, and where sharing with colleagues is disabled', async () => {
    await send(await member())
    assert.equal((await recent(sender)).length, 1)
    await decide(true)
    assert.deepEqual(await recent(sender), [])
    await decide(false)
    const personal = await at.make.enterprise({ is_personal: true })
    await setUser(sender, { enterprise_id: personal.id })
    assert.deepEqual(await recent(sender), [])
  })

  test('are not those of other senders', async () => {
    await send(await member())
    assert.deepEqual(await recent(await member()), [])
  })

  test('only its sender takes a link back, and the receiver cannot open it afterwards', async () => {
    const receiver = await member()
    link = await send(receiver)
    const visitor = await openedBy(receiver)
    const address = await visitor.download({ id: Number(link.item.typed_id.split('_')[1]) })
    const asked = { share_link_ids: [link.id] }
    for (const other of [receiver, await member()])
      await (await at.signIn(other)).refused('POST /apps/share_links/close', asked, 'share_link_not_found')
    await visitor.open()
    await (await at.signIn(sender)).call('POST /apps/share_links/close', asked)
    await visitor.refusedToOpen('process_share_link_closed')
    assert.equal((await visitor.fetch(address)).status, 403)
  })
})

describe('[AH-49] what a user received', () => {
  const received = async (user = named, offset = 0) =>
    (await at.signIn(user)).call('GET /apps/share_links/received', { offset })
  const keysOf = async (user?: UserRow) => (await received(user)).received.map(({ key }) => key)

  test('is listed with item, sender and end, and without the password', async () => {
    await set({ due_at: new Date(at.now.getTime() + 3_600_000) })
    const answer = await received()
    const [one] = answer.received
    assert.deepEqual(
      [one!.kind, one!.item.name, one!.item.typed_id, one!.sender, one!.unique_name, one!.collab_id],
      ['link', file.name, typedIdOf(file), { id: at.owner.id, name: at.owner.name }, link.unique_name, null],
    )
    assert.deepEqual([answer.total_count, one!.ends - one!.received], [1, 3600])
    assert.ok(!JSON.stringify(answer).includes(PASSWORD), 'the answer holds the password')
  })

  test('comes newest first and in pages, whether the user, a group or a department above theirs is named', async () => {
    const user = await member()
    const inner = await at.make.department({ enterprise: at.enterprise, parent: department })
    await at.make.member(inner, user)
    at.later(60)
    const group = await at.make.group({ enterprise: at.enterprise, members: [user] })
    const newer = await protectedLink({}, { invited_user_ids: [user.id], group_ids: [group.id] })
    assert.deepEqual(await keysOf(user), [`link_${newer.id}`, `link_${link.id}`])
    const next = await received(user, 1)
    assert.deepEqual([next.total_count, next.received.map(({ key }) => key)], [2, [`link_${link.id}`]])
    await at.server.deps.db.deleteFrom('group_members').where('user_id', '=', user.id).execute()
    await at.server.deps.db.deleteFrom('department_members').where('user_id', '=', user.id).execute()
    assert.deepEqual(await keysOf(user), [`link_${newer.id}`])
  })

  test('leaves out a link, its name and its sender once the link has ended or waits for approval', async () => {
    const ends = [
      [{ closed_at: at.now }, { closed_at: null }],
      [{ closed_by_administrator_at: at.now }, { closed_by_administrator_at: null }],
      [{ due_at: at.now }, { due_at: null }],
      [{ approval_state: 1 }, { approval_state: 2 }],
      [{ approval_state: 3 }, { approval_state: 2 }],
      [{ disable_download: true, preview_limit: 1, preview_count: 1 }, { preview_limit: null }],
    ] as const
    for (const [end, back] of ends) {
      await set(end)
      assert.deepEqual(await received(), { success: true, received: [], total_count: 0 }, JSON.stringify(end))
      await set(back)
      assert.deepEqual(await keysOf(), [`link_${link.id}`], JSON.stringify(back))
    }
  })

  test('leaves out what its maker may no longer share, and names only the remaining items', async () => {
    const second = await at.make.file({ owner: at.owner })
    const both = { item_typed_ids: [typedIdOf(file), typedIdOf(second)], invited_user_ids: [named.id] }
    const ofTwo = await makeLink(at.me, file, { access: 'collaborators', ...both })
    const find = async () => (await received()).received.find(({ key }) => key === `link_${ofTwo.id}`)?.item
    assert.deepEqual([(await find())!.name, (await find())!.item_count], [file.name, 2])
    for (const [change, back] of [
      [{ deleted_at: at.now }, { deleted_at: null }],
      [{ share_disabled_for: 'all' }, { share_disabled_for: null }],
    ] as const) {
      await at.change(file, change)
      assert.deepEqual([(await find())!.name, (await find())!.item_count], [second.name, 1])
      assert.ok(!JSON.stringify(await received()).includes(file.name), 'the answer names the lost item')
      await at.change(file, back)
    }
    await at.change(file, { deleted_at: at.now })
    await at.change(second, { deleted_at: at.now })
    assert.deepEqual(await keysOf(), [])
  })

  test('is nothing for other users, for the maker, for another enterprise, and where colleagues may not share', async () => {
    const outside = await at.make.user()
    await at.server.deps.db
      .insertInto('share_link_receivers')
      .values({ link_id: link.id, user_id: outside.id, group_id: null })
      .execute()
    for (const user of [await member(), at.owner, outside]) assert.deepEqual(await keysOf(user), [], user.name)
    await decide(true)
    assert.deepEqual(await keysOf(), [])
    await decide(false)
    await setUser(at.owner, { is_active: false })
    assert.deepEqual(await keysOf(), [])
    await setUser(at.owner, { is_active: true })
  })

  test('includes invitations until they are answered, expire or lose their folder, then the folders of the user’s roles', async () => {
    const user = await member()
    const folder = await at.make.folder({ owner: at.owner })
    const { id } = await at.make.collab(folder, { user }, 'viewer', { accepted: false })
    const find = async () => (await received(user)).received
    const [invitation] = await find()
    assert.deepEqual(
      [invitation!.kind, invitation!.item.name, invitation!.collab_id, invitation!.sender, invitation!.unique_name],
      ['invitation', folder.name, id, null, ''],
    )
    const change = (values: object) =>
      at.server.deps.db.updateTable('collabs').set(values).where('id', '=', id).execute()
    await change({ expires_at: at.now })
    assert.deepEqual(await find(), [])
    await change({ expires_at: null })
    await at.change(folder, { deleted_at: at.now })
    assert.deepEqual(await find(), [])
    await at.change(folder, { deleted_at: null })
    await (await at.signIn(user)).call('POST /apps/collabs/accept', { collab_id: id })
    const [accepted] = await find()
    assert.deepEqual([accepted!.kind, accepted!.collab_id, accepted!.ends], ['folder', null, 0])
    await change({ inviter_id: user.id })
    assert.deepEqual(await find(), [])
    await change({ inviter_id: null, role: 'reset' })
    assert.deepEqual(await find(), [])
    await at.server.deps.db.deleteFrom('collabs').where('id', '=', id).execute()
    assert.deepEqual(await find(), [])
  })
})
