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
    const decide = (share_with_colleagues_disallowed: boolean) =>
      at.server.deps.db
        .updateTable('enterprises')
        .set({ share_with_colleagues_disallowed })
        .where('id', '=', at.enterprise.id)
        .execute()
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
