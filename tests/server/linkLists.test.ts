import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { client } from '../support/client'
import { factories } from '../support/factories'
import { makeLink, typedIdOf } from '../support/shares'
import { startTestServer, type TestServer } from '../support/testServer'

describe('[AH-17] what a list of links says of closing and of overseeing', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  test('a closed link says when it was closed; opened again it says nothing of it', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    const link = await makeLink(me, await make.file({ owner: user }), { password: 'k7m3', password_protected: true })
    assert.equal(link.closed, null)
    const from = Math.floor(Date.now() / 1000)
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    const { share_links: closed } = await me.call('GET /apps/share_links/get_list', {})
    assert.ok(closed[0]!.closed! >= from && closed[0]!.closed! <= Date.now() / 1000 + 1, String(closed[0]!.closed))
    const { share_link: open } = await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.equal(open.closed, null)
  })

  test('[AH-40] the details of an item count the links that the asker made of it, those of several items among them', async () => {
    const enterprise = await make.enterprise()
    const [owner, colleague] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const [folder, file] = [await make.folder({ owner }), await make.file({ owner })]
    await make.collab(folder, { user: colleague }, 'editor')
    const [mine, theirs] = [await client(server).as(owner.login), await client(server).as(colleague.login)]
    const secret = { password: 'k7m3', password_protected: true }
    await makeLink(mine, folder, secret)
    await makeLink(mine, file, { ...secret, item_typed_ids: [typedIdOf(file), typedIdOf(folder)] })
    await makeLink(theirs, folder, secret)
    const count = async (who: typeof mine, item: typeof file) =>
      (await who.call('GET /apps/files/details', { item_typed_id: typedIdOf(item) })).details.link_count
    assert.deepEqual([await count(mine, folder), await count(mine, file), await count(theirs, folder)], [2, 1, 1])
    assert.equal(await count(mine, await make.file({ owner })), 0)
  })

  test('administrators alone are told that they may list the links of the enterprise, and may', async () => {
    const enterprise = await make.enterprise()
    const [user, administrator] = [
      await make.user({ enterprise }),
      await make.user({ enterprise, isAdministrator: true }),
    ]
    for (const [who, may] of [
      [user, false],
      [administrator, true],
    ] as const) {
      const me = await client(server).as(who.login)
      const { may_list_enterprise: told } = await me.call('GET /apps/share_links/get_list', {})
      assert.equal(told, may)
      if (may) await me.call('GET /apps/share_links/enterprise_list', {})
      else await me.refused('GET /apps/share_links/enterprise_list', {}, 'permission_denied')
    }
  })
})
