import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserGuideSettings } from '@/contract/session/clientSettings'
import type { EnterpriseRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const call = 'POST /apps/users/update_user_guide_settings'
const fresh: UserGuideSettings = { user_guide_h5_sync: true, user_guide_h5_upload: true, user_guide_h5_logout: true }

let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  enterprise = await make.enterprise({ is_h5_show_user_guide: true })
})
after(() => server.close())

async function guidesOf(member: Client) {
  const { user_guide_settings: settings, is_h5_show_user_guide: isShown } = await member.call(
    'GET /apps/users/get_base_info',
    {},
  )
  return { settings, isShown }
}

async function newMember(of: EnterpriseRow = enterprise) {
  return client(server).as((await make.user({ enterprise: of })).login)
}

describe('[CTX-08] [CTX-13] the guides', () => {
  test('base info lists all guides to a new member, and says that they are shown', async () => {
    assert.deepEqual(await guidesOf(await newMember()), { settings: fresh, isShown: true })
  })

  test('in an enterprise that disables them base info says so', async () => {
    assert.equal((await guidesOf(await newMember(await make.enterprise()))).isShown, false)
  })

  test('a visitor gets no guides', async () => {
    const off = { user_guide_h5_sync: false, user_guide_h5_upload: false, user_guide_h5_logout: false }
    assert.deepEqual(await guidesOf(client(server).visitor), { settings: off, isShown: false })
  })

  test('a dismissed guide stays dismissed on every device; other guides and other users keep theirs', async () => {
    const user = await make.user({ enterprise })
    const phone = await client(server).as(user.login)
    const other = await newMember()
    await phone.call(call, { new_user_guide_settings: { user_guide_h5_sync: false } })
    await phone.call(call, { new_user_guide_settings: { user_guide_h5_sync: false } })
    const tablet = await client(server).as(user.login)
    assert.deepEqual((await guidesOf(tablet)).settings, { ...fresh, user_guide_h5_sync: false })
    await tablet.call(call, { new_user_guide_settings: { user_guide_h5_upload: false, user_guide_h5_logout: false } })
    assert.deepEqual((await guidesOf(phone)).settings, {
      user_guide_h5_sync: false,
      user_guide_h5_upload: false,
      user_guide_h5_logout: false,
    })
    assert.deepEqual((await guidesOf(other)).settings, fresh)
  })

  const wrong: [string, object][] = [
    ['nothing', {}],
    ['a column of the user', { administrator_role: 'owner' }],
    ['an unknown guide', { user_guide_h5_share: false }],
    ['no truth', { user_guide_h5_sync: 'maybe' }],
    ['a known guide with an unknown one', { user_guide_h5_sync: false, administrator_role: 'owner' }],
  ]
  for (const [what, settings] of wrong) {
    test(`${what} is refused and changes nothing`, async () => {
      const user = await make.user({ enterprise })
      const member = await client(server).as(user.login)
      const row = () =>
        server.deps.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
      const before = await row()
      await member.refused(call, { new_user_guide_settings: settings }, 'invalid_request')
      assert.deepEqual(await row(), before)
    })
  }

  test('nobody changes another user’s guides', async () => {
    const user = await make.user({ enterprise })
    const other = await make.user({ enterprise })
    const member = await client(server).as(user.login)
    await member.send(call, { new_user_guide_settings: { user_guide_h5_sync: false }, user_id: other.id, id: other.id })
    const rows = await server.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', 'in', [user.id, other.id])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map((row) => row.user_guide_h5_sync),
      [false, true],
    )
    assert.deepEqual(rows[1], other)
  })
})
