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
  /** The user's messages, newest first: the action of a system message, or how a colleague shared. */
  const noticesOf = async (who: Client) =>
    (await messagesOf(who)).map(({ most_recent_message: { notice, source } }) => notice?.action ?? source)
  const received = async () => noticesOf(await signIn(receiver))

  test('a new link waits: administrators are notified, its receivers are not', async () => {
    const link = await shareWithReceiver()
    assert.equal(link.state, 'waiting')
    assert.deepEqual(await received(), [])
    assert.deepEqual(await noticesOf(administrator), ['share_waiting'])
    assert.equal((await messagesOf(administrator))[0]!.item_name, '预算.txt')
    assert.deepEqual(await noticesOf(me), [])
  })

  test('an approved link opens, and its receivers and its maker are notified', async () => {
    const link = await shareWithReceiver()
    const approved = await decide(administrator, link, true)
    assert.equal(approved.state, 'open')
    assert.equal(approved.may_approve, false)
    assert.deepEqual(await received(), [1])
    assert.deepEqual(await noticesOf(me), ['share_approved'])
    const { headers } = await signIn(receiver)
    const { process } = await new Visitor(server.url, link.unique_name, headers).open()
    assert.equal(process.type, 2)
  })

  test('a refused link stays closed, and only its maker is notified', async () => {
    const link = await shareWithReceiver()
    assert.equal((await decide(administrator, link, false)).state, 'refused')
    assert.deepEqual(await received(), [])
    assert.deepEqual(await noticesOf(me), ['share_refused'])
    const { headers } = await signIn(receiver)
    assert.equal((await new Visitor(server.url, link.unique_name, headers).open()).process.type, 3)
  })

  test('a decision is final: a second one changes nothing and notifies nobody', async () => {
    const link = await shareWithReceiver()
    await decide(administrator, link, false)
    assert.equal((await decide(administrator, link, true)).state, 'refused')
    assert.deepEqual(await noticesOf(me), ['share_refused'])
    assert.deepEqual(await received(), [])
  })

  test('several links are decided together or not at all', async () => {
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

  test('a link edited after approval waits again; its receivers are notified when it is open again', async () => {
    const link = await shareWithReceiver()
    await decide(administrator, link, true)
    const { share_link: edited } = await edit(me, link, { description: '改了' })
    assert.equal(edited.state, 'waiting')
    assert.deepEqual(await received(), [1])
    assert.deepEqual(await noticesOf(administrator), ['share_waiting', 'share_waiting'])
    await edit(me, link, { description: '又改了' })
    assert.deepEqual(await noticesOf(administrator), ['share_waiting', 'share_waiting'])
    await decide(administrator, link, true)
    const [message] = await messagesOf(await signIn(receiver))
    assert.equal(message!.most_recent_message.source, 2)
    assert.equal(message!.most_recent_message.content, '又改了')
  })

  test('a link reopened while it waits notifies nobody before its approval', async () => {
    const link = await shareWithReceiver()
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.deepEqual(await received(), [])
  })

  test('a link approved while closed notifies its receivers when it is reopened', async () => {
    const link = await shareWithReceiver()
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal((await decide(administrator, link, true)).state, 'closed')
    assert.deepEqual(await received(), [])
    await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.deepEqual(await received(), [1])
  })

  test('when approval is no longer required, a waiting link still waits, and an edited description notifies nobody', async () => {
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
    const linkEntries = entries.filter(({ detail }) => detail?.serial_number === link.serial_number)
    assert.deepEqual(
      linkEntries.map(({ deed }) => deed),
      ['share_refused', 'share_changed', 'share_approved', 'share_created'],
    )
    assert.notEqual(linkEntries[0]!.user!.id, maker.id)
  })

  describe('rights to decide', () => {
    const waiting = () => shareWithReceiver()
    const people: [who: string, sign: () => Promise<Client>, code: 'permission_denied' | 'share_link_not_found'][] = [
      ['its maker', async () => me, 'permission_denied'],
      ['its receiver', async () => signIn(receiver), 'share_link_not_found'],
      ['a colleague', async () => signIn(await make.user({ enterprise })), 'share_link_not_found'],
      [
        'an administrator of another enterprise',
        async () => signIn(await make.user({ isAdministrator: true })),
        'share_link_not_found',
      ],
    ]
    for (const [who, sign, code] of people) {
      test(`${who} cannot decide`, async () => {
        const link = await waiting()
        const input = { share_link_ids: [link.id], is_approved: true }
        await (await sign()).refused(APPROVE, input, code)
        const { share_link: now } = await me.call('GET /apps/share_links/get', { share_link_id: link.id })
        assert.equal(now.state, 'waiting')
        assert.equal(now.may_approve, false)
      })
    }

    test('an administrator can decide, and is informed of that right', async () => {
      const link = await waiting()
      const { share_links: links } = await administrator.call('GET /apps/share_links/enterprise_list', {})
      assert.equal(links.find(({ id }) => id === link.id)!.may_approve, true)
    })

    test('an administrator decides about their own link only if there is no other administrator', async () => {
      const alone = await make.user({ enterprise: await other(), isAdministrator: true })
      const theirs = await signIn(alone)
      const link = await makeLink(theirs, await make.file({ owner: alone }))
      assert.equal(link.state, 'waiting')
      assert.equal(link.may_approve, true)
      const second = await make.user({ enterprise: { id: alone.enterprise_id }, isAdministrator: true })
      const input = { share_link_ids: [link.id], is_approved: true }
      await theirs.refused(APPROVE, input, 'permission_denied')
      await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', second.id).execute()
      assert.equal((await decide(theirs, link, true)).state, 'open')
      // Nobody gets messages about their own actions.
      assert.deepEqual(await noticesOf(theirs), [])
    })

    async function other(): Promise<EnterpriseRow> {
      const made = await make.enterprise()
      await decideShares(server.deps, made, { is_share_force_passwd_switch: false, is_share_approval_required: true })
      return made
    }
  })
})
