import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { settingFields } from '@/domain/shares/createPayload'
import type { ShareSettings } from '@/domain/shares/settings'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { decideShares } from '../../support/shares/sharePolicy'
import { openSettings } from '../../support/shares/shareTable'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

const APPROVE = 'POST /apps/share_links/approve'

describe('decisions 4.15: links that an administrator must approve', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let enterprise: EnterpriseRow
  let receiver: UserRow
  let maker: UserRow
  let me: Client
  let administrator: Client

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())
  beforeEach(async () => {
    enterprise = await make.enterprise()
    await demand(true)
    ;[maker, receiver] = [await make.user({ enterprise }), await make.user({ enterprise })]
    me = await signIn(maker)
    administrator = await signIn(await make.user({ enterprise, isAdministrator: true }))
  })

  const signIn = ({ login }: { login: string }) => client(server).as(login)
  const demand = (is_share_approval_required: boolean) =>
    decideShares(server.deps, enterprise, { is_share_force_passwd_switch: false, is_share_approval_required })
  const shareWithReceiver = async (settings: Partial<ShareSettings> = {}) =>
    makeLink(me, await make.file({ owner: maker }, { name: '预算.txt' }), {
      access: 'collaborators',
      invited_user_ids: [receiver.id],
      ...settings,
    })
  const decide = async (who: Client, { id }: { id: number }, is_approved: boolean) =>
    (await who.call(APPROVE, { share_link_ids: [id], is_approved })).share_links[0]!
  const edit = (who: Client, { id }: { id: number }, settings: Partial<ShareSettings>) =>
    who.call('POST /apps/share_links/edit', {
      share_link_id: id,
      ...settingFields({ ...openSettings, access: 'collaborators', ...settings }),
    })
  const messagesOf = async (who: Client) =>
    (await who.call('GET /apps/messages/get_list', { types: 'share_link' })).messages
  /** What somebody was told, the newest first: how a colleague shared, or what the system says. */
  const told = async (who: Client) =>
    (await messagesOf(who)).map(({ most_recent_message: { notice, source } }) => notice?.action ?? source)
  const received = async () => told(await signIn(receiver))

  test('a new one waits: administrators hear of it, those it is for do not', async () => {
    const link = await shareWithReceiver()
    assert.equal(link.state, 'waiting')
    assert.deepEqual(await received(), [])
    assert.deepEqual(await told(administrator), ['share_waiting'])
    assert.equal((await messagesOf(administrator))[0]!.item_name, '预算.txt')
    assert.deepEqual(await told(me), [])
  })

  test('approved, it is open, those it is for hear of it, and so does its maker', async () => {
    const link = await shareWithReceiver()
    const approved = await decide(administrator, link, true)
    assert.equal(approved.state, 'open')
    assert.equal(approved.may_approve, false)
    assert.deepEqual(await received(), [1])
    assert.deepEqual(await told(me), ['share_approved'])
    const { headers } = await signIn(receiver)
    const { process } = await new Visitor(server.url, link.unique_name, headers).open()
    assert.equal(process.type, 2)
  })

  test('refused, it stays closed, and its maker alone hears of it', async () => {
    const link = await shareWithReceiver()
    assert.equal((await decide(administrator, link, false)).state, 'refused')
    assert.deepEqual(await received(), [])
    assert.deepEqual(await told(me), ['share_refused'])
    const { headers } = await signIn(receiver)
    assert.equal((await new Visitor(server.url, link.unique_name, headers).open()).process.type, 3)
  })

  test('what was decided stays: a second decision changes and tells nothing', async () => {
    const link = await shareWithReceiver()
    await decide(administrator, link, false)
    assert.equal((await decide(administrator, link, true)).state, 'refused')
    assert.deepEqual(await told(me), ['share_refused'])
    assert.deepEqual(await received(), [])
  })

  test('several are decided about at once, or none of them', async () => {
    const [one, other] = [await shareWithReceiver(), await shareWithReceiver()]
    const ids = [one.id, other.id]
    const none = { share_link_ids: [...ids, 999_999_999], is_approved: true }
    await administrator.refused(APPROVE, none, 'share_link_not_found')
    assert.deepEqual(await received(), [])
    const { share_links: links } = await administrator.call(APPROVE, { share_link_ids: ids, is_approved: true })
    assert.deepEqual(
      links.map(({ state }) => state),
      ['open', 'open'],
    )
  })

  test('changed after the approval it waits again; those who knew of it hear that it is open again', async () => {
    const link = await shareWithReceiver()
    await decide(administrator, link, true)
    const { share_link: edited } = await edit(me, link, { description: '改了' })
    assert.equal(edited.state, 'waiting')
    assert.deepEqual(await received(), [1])
    assert.deepEqual(await told(administrator), ['share_waiting', 'share_waiting'])
    await edit(me, link, { description: '又改了' })
    assert.deepEqual(await told(administrator), ['share_waiting', 'share_waiting'])
    await decide(administrator, link, true)
    const [message] = await messagesOf(await signIn(receiver))
    assert.equal(message!.most_recent_message.source, 2)
    assert.equal(message!.most_recent_message.content, '又改了')
  })

  test('opened again while it waits, it is told to nobody before it is approved', async () => {
    const link = await shareWithReceiver()
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.deepEqual(await received(), [])
  })

  test('approved while it is closed, it is told when it is opened again', async () => {
    const link = await shareWithReceiver()
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal((await decide(administrator, link, true)).state, 'closed')
    assert.deepEqual(await received(), [])
    await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.deepEqual(await received(), [1])
  })

  test('no longer demanded, one that waits still does, and another description is told to nobody', async () => {
    const link = await shareWithReceiver()
    await demand(false)
    assert.equal((await edit(me, link, { description: '改了' })).share_link.state, 'waiting')
    assert.deepEqual(await received(), [])
    await decide(administrator, link, true)
    assert.deepEqual(await received(), [1])
  })

  test('the audit log names who decided', async () => {
    const link = await shareWithReceiver()
    await decide(administrator, link, true)
    await edit(me, link, {})
    await decide(administrator, link, false)
    const { entries } = await administrator.call('GET /apps/audit/list', {})
    const deeds = entries.filter(({ detail }) => detail?.serial_number === link.serial_number)
    assert.deepEqual(
      deeds.map(({ deed }) => deed),
      ['share_refused', 'share_changed', 'share_approved', 'share_created'],
    )
    assert.notEqual(deeds[0]!.user!.id, maker.id)
  })

  describe('who decides', () => {
    const waiting = () => shareWithReceiver()
    const people: [who: string, sign: () => Promise<Client>, code: 'permission_denied' | 'share_link_not_found'][] = [
      ['its maker', async () => me, 'permission_denied'],
      ['whom it is for', async () => signIn(receiver), 'share_link_not_found'],
      ['a colleague', async () => signIn(await make.user({ enterprise })), 'share_link_not_found'],
      [
        'an administrator of another enterprise',
        async () => signIn(await make.user({ isAdministrator: true })),
        'share_link_not_found',
      ],
    ]
    for (const [who, sign, code] of people) {
      test(`not ${who}`, async () => {
        const link = await waiting()
        const asked = { share_link_ids: [link.id], is_approved: true }
        await (await sign()).refused(APPROVE, asked, code)
        const { share_link: now } = await me.call('GET /apps/share_links/get', { share_link_id: link.id })
        assert.equal(now.state, 'waiting')
        assert.equal(now.may_approve, false)
      })
    }

    test('an administrator, who is told that they may', async () => {
      const link = await waiting()
      const { share_links: links } = await administrator.call('GET /apps/share_links/enterprise_list', {})
      assert.equal(links.find(({ id }) => id === link.id)!.may_approve, true)
    })

    test('an administrator about their own only where there is no other', async () => {
      const alone = await make.user({ enterprise: await other(), isAdministrator: true })
      const theirs = await signIn(alone)
      const link = await makeLink(theirs, await make.file({ owner: alone }))
      assert.equal(link.state, 'waiting')
      assert.equal(link.may_approve, true)
      const second = await make.user({ enterprise: { id: alone.enterprise_id }, isAdministrator: true })
      const asked = { share_link_ids: [link.id], is_approved: true }
      await theirs.refused(APPROVE, asked, 'permission_denied')
      await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', second.id).execute()
      assert.equal((await decide(theirs, link, true)).state, 'open')
      // Nobody gets messages from themselves.
      assert.deepEqual(await told(theirs), [])
    })

    async function other(): Promise<EnterpriseRow> {
      const made = await make.enterprise()
      await decideShares(server.deps, made, { is_share_force_passwd_switch: false, is_share_approval_required: true })
      return made
    }
  })
})
