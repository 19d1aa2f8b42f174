import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { PushKind } from '@/contract/push'
import { readConfiguration } from '../../../server/config/configuration'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { sample } from '../../support/deep'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { makeLink } from '../../support/shares/shares'
import { Sharing } from '../../support/shares/sharing'
import { until } from '../../support/until'

const SEND = '/cgi-bin/message/subscribe/send'
const SECRET = '期末试题答案'
const templates = { mention: 'mention-template', invitation: 'invitation-template', first_visit: 'visit-template' }
const fields = { thing1: '{sender}', thing2: '{item}', time3: '{time}' }

let standIn: MessengerStandIn
let at: Sharing
let owner: UserRow
let reader: UserRow
let own: Client
let phone: Client
let folder: ItemRow
let file: ItemRow
let grant: { id: number }
/** The number of people that the tests have created. */
let people = 0

before(async () => {
  standIn = await MessengerStandIn.start()
  at = await Sharing.open({
    config: {
      baseUrl: 'https://drive.example',
      messengers: {
        ...readConfiguration({}, '/').messengers,
        wechatUrl: standIn.url,
        wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
        visitTemplate: { id: templates.first_visit, fields: { thing1: '{item}' } },
        mentionTemplate: { id: templates.mention, fields },
        invitationTemplate: { id: templates.invitation, fields },
        wecomUrl: standIn.url,
        wecom: { id: 'wwcorp', secret: 'corpsecret' },
        wecomAgent: 1000002,
      },
    },
  })
})
beforeEach(async () => {
  at.rewind()
  people += 1
  await db().deleteFrom('jobs').execute()
  standIn.sent.length = 0
  standIn.asked.length = 0
  standIn.faults.clear()
  owner = await at.make.user({ enterprise: at.enterprise, name: '王珂', login: `wang${people}@test` })
  reader = await at.make.user({ enterprise: at.enterprise, name: '李蔚', login: `li${people}@test` })
  folder = await at.make.folder({ owner }, { name: '宣讲' })
  file = await at.make.file({ parent: folder }, { name: '宣讲会.txt' })
  grant = await at.make.collab(folder, { user: reader }, 'viewer')
  own = await at.signIn(owner)
  phone = await client(at.server).asApplet(reader.login)
})
after(async () => {
  await at.close()
  await standIn.close()
})

const db = () => at.server.deps.db

/** Chooses kinds for the reader and links the reader's phone to WeChat; the phone accepts every message. */
async function inWeChat(...kinds: PushKind[]) {
  const openid = `openid-${people}`
  standIn.logins.set(openid, { openid, session_key: 'a2V5' })
  for (const template of Object.values(templates))
    for (let count = 0; count < 50; count += 1) standIn.accept(openid, template)
  await phone.call('POST /v1/wechat_applet/identify', { type: 'wechat', code: openid })
  for (const kind of kinds) await choose(kind, true)
}
const choose = (kind: PushKind, is_on: boolean) => phone.call('POST /apps/messages/choose_outside', { kind, is_on })
const mention = (item = file, who = reader) =>
  own.call('POST /apps/comments/create', { item_typed_id: `file_${item.id}`, content: `@[${who.id}:x] ${SECRET}` })
const invite = (to: ItemRow, who = reader) =>
  own.call('POST /apps/collabs/invite', { folder_id: to.id, invited_users: `${who.id}:viewer` })
const due = async () => {
  const jobs = await db().selectFrom('jobs').select(['state', 'run_at', 'attempts']).execute()
  return jobs.filter(({ state, run_at }) => state === 'running' || (state === 'waiting' && run_at <= at.now))
}
const settled = () => until('no message is due', async () => (await due()).length === 0)
const failedOnce = () =>
  until('a failed try', async () => {
    const jobs = await db().selectFrom('jobs').select(['state', 'attempts']).execute()
    return jobs.some(({ state, attempts }) => state === 'waiting' && attempts === 1)
  })
const sentTexts = () =>
  standIn.sent.map(({ body }) => {
    const { data } = body as { data?: Record<string, { value: string }> }
    return data ? Object.values(data).map(({ value }) => value) : (body.text as { content: string }).content
  })

describe('[AH-30] a mention is sent outside of the app', () => {
  test('the message has the author, the place, the time and a page to open, never the comment’s text', async () => {
    await inWeChat('mention')
    await mention()
    await settled()
    assert.equal(standIn.sent.length, 1)
    const { body } = standIn.sent[0]!
    const { id: message } = (await phone.call('GET /apps/messages/get_list', {})).messages[0]!
    assert.deepEqual(body, {
      touser: `openid-${people}`,
      template_id: templates.mention,
      page: `packages/comments/index?comment=1&typed_id=file_${file.id}&message_id=${message}`,
      lang: 'zh_CN',
      data: { thing1: { value: '王珂' }, thing2: { value: '宣讲会.txt' }, time3: { value: '2026-11-25 17:00' } },
    })
    assert.ok(!JSON.stringify(standIn.asked).includes(SECRET))
  })

  test('users who did not choose mentions, and comments without a mention, cause no message', async () => {
    await inWeChat()
    await mention()
    await settled()
    await choose('mention', true)
    await own.call('POST /apps/comments/create', { item_typed_id: `file_${file.id}`, content: SECRET })
    await settled()
    assert.deepEqual(standIn.sent, [])
  })

  test('a user who cannot read the comments gets no message', async () => {
    await inWeChat('mention')
    const hidden = await at.make.file({ owner }, { name: '机密.txt' })
    await mention(hidden)
    await settled()
    assert.deepEqual(standIn.sent, [])
  })

  const meanwhile: [string, () => Promise<unknown>][] = [
    ['the right is gone', () => own.call('POST /apps/collabs/delete', { collab_ids: [grant.id] })],
    ['the file is deleted', () => own.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })],
    [
      'the comment is deleted',
      async () => {
        const { comments } = await own.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
        await own.call('POST /apps/comments/delete', { comment_id: comments[0]!.id })
      },
    ],
    ['it is read', () => phone.call('POST /apps/messages/mark_read', { types: 'comment' })],
    ['the kind is turned off', () => choose('mention', false)],
    ['the user has signed out', () => phone.call('POST /apps/users/logout', {})],
    [
      'the user was deactivated',
      () => db().updateTable('users').set({ is_active: false }).where('id', '=', reader.id).execute(),
    ],
  ]
  for (const [what, happens] of sample(meanwhile, 2))
    test(`a waiting message is not sent once ${what}`, async () => {
      await inWeChat('mention')
      standIn.fail(SEND, -1)
      await mention()
      await failedOnce()
      await happens()
      at.later(5)
      await settled()
      assert.deepEqual(standIn.sent, [])
    })

  test('three of many mentions are sent, the next morning one summary; then counting restarts', async () => {
    await inWeChat('mention')
    for (let count = 0; count < 10; count += 1) await mention()
    await settled()
    assert.equal(standIn.sent.length, 3)
    // 09:00 in China
    at.later(16 * 3600)
    await settled()
    assert.equal(standIn.sent.length, 4)
    assert.deepEqual(sentTexts()[3], ['书包云盘', '10 条提到你的评论', '2026-11-26 09:00'])
    assert.equal(standIn.sent[3]!.body.page, 'packages/message/index')
    await mention()
    await settled()
    assert.equal(standIn.sent.length, 5)
  })

  test('the summary omits unreadable and read comments', async () => {
    await inWeChat('mention')
    const other = await at.make.file({ parent: await at.make.folder({ owner }) }, { name: '机密.txt' })
    const { id: second } = await at.make.collab(other, { user: reader }, 'viewer')
    for (let count = 0; count < 5; count += 1) await mention()
    for (let count = 0; count < 2; count += 1) await mention(other)
    await settled()
    await own.call('POST /apps/collabs/delete', { collab_ids: [second] })
    at.later(16 * 3600)
    await settled()
    assert.equal(sentTexts()[3]?.[1], '5 条提到你的评论')
    for (let count = 0; count < 5; count += 1) await mention()
    await settled()
    await phone.call('POST /apps/messages/mark_read', { types: 'comment' })
    at.later(24 * 3600)
    await settled()
    assert.equal(standIn.sent.length, 4 + 3)
  })

  test('limits are per user and per kind', async () => {
    await inWeChat('mention', 'invitation')
    for (let count = 0; count < 4; count += 1) await mention()
    await invite(await at.make.folder({ owner }, { name: '教务' }))
    await settled()
    const templatesOf = standIn.sent.map(({ body }) => body.template_id)
    assert.deepEqual(templatesOf.sort(), [templates.invitation, ...Array.from({ length: 3 }, () => templates.mention)])
  })

  test('WeCom gets a text in the language of the phone, in which no name becomes a link', async () => {
    phone.headers['x-lang'] = 'en'
    standIn.staffLogins.set('smith', { userid: 'smith', session_key: 'a2V5' })
    standIn.staff.add('smith')
    await phone.call('POST /v1/wechat_applet/identify', { type: 'wecom', code: 'smith' })
    await choose('mention', true)
    const named = await at.make.file({ parent: folder }, { name: '<a href="https：evil">prize<／a>.txt' })
    await mention(named)
    await settled()
    const content = sentTexts()[0] as string
    assert.match(
      content,
      /^王珂 mentions you in a comment on “＜a href="https：evil"＞prize＜／a＞.txt”\n2026-11-25 17:00\n<a href="https:\/\/drive\.example\/message\?comment=1&typed_id=file_\d+&message_id=\d+">See it<\/a>$/,
    )
  })
})

describe('[AH-30] an invitation is sent outside of the app', () => {
  test('the message has the inviter, the folder and a page to accept it', async () => {
    await inWeChat('invitation')
    const { collab_users_info: users } = await invite(await at.make.folder({ owner }, { name: '教务' }))
    await settled()
    assert.deepEqual(sentTexts(), [['王珂', '教务', '2026-11-25 17:00']])
    assert.equal(
      standIn.sent[0]!.body.page,
      `packages/people/members/invitation/index?type=accept&collab_id=${users[0]!.collab_id}`,
    )
  })

  const meanwhile: [string, (collabId: number, to: ItemRow) => Promise<unknown>][] = [
    ['it is accepted', (id) => phone.call('POST /apps/collabs/accept', { collab_id: id })],
    ['the inviter has withdrawn it', (id) => own.call('POST /apps/collabs/delete', { collab_ids: [id] })],
    ['it has expired', (id) => db().updateTable('collabs').set({ expires_at: at.now }).where('id', '=', id).execute()],
    ['the folder is deleted', (_, to) => own.call('POST /apps/files/delete', { item_typed_ids: [`folder_${to.id}`] })],
  ]
  for (const [what, happens] of sample(meanwhile, 2))
    test(`a waiting invitation is not sent once ${what}`, async () => {
      await inWeChat('invitation')
      standIn.fail(SEND, -1)
      const to = await at.make.folder({ owner }, { name: '教务' })
      const { collab_users_info: users } = await invite(to)
      await failedOnce()
      await happens(users[0]!.collab_id!, to)
      at.later(5)
      await settled()
      assert.deepEqual(standIn.sent, [])
    })

  test('three of many invitations are sent, the next morning one summary of those still pending', async () => {
    await inWeChat('invitation')
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1)
      ids.push((await invite(await at.make.folder({ owner }))).collab_users_info[0]!.collab_id!)
    await own.call('POST /apps/collabs/delete', { collab_ids: [ids[5]!] })
    await settled()
    at.later(16 * 3600)
    await settled()
    assert.deepEqual([standIn.sent.length, sentTexts()[3]?.[1]], [4, '5 个协作邀请'])
  })
})

describe('[AH-30] choosing kinds of messages', () => {
  test('the choice belongs to one user, and persists', async () => {
    const settings = () => phone.call('GET /apps/messages/outside', {})
    const { success: _, ...before } = await settings()
    assert.deepEqual(before, {
      is_possible: true,
      is_known: false,
      choices: { mention: false, invitation: false, first_visit: true },
    })
    await inWeChat('mention')
    await choose('first_visit', false)
    const { is_known, choices } = await settings()
    assert.deepEqual([is_known, choices], [true, { mention: true, invitation: false, first_visit: false }])
    assert.equal((await own.call('GET /apps/messages/outside', {})).choices.mention, false)
  })

  test('more than three first openings a day are summarised, and users who did not choose them get none', async () => {
    await inWeChat()
    const links = []
    for (let count = 0; count < 6; count += 1) links.push(await makeLink(phone, await at.make.file({ owner: reader })))
    for (const link of links) await at.opened(link)
    await settled()
    assert.equal(standIn.sent.length, 3)
    at.later(16 * 3600)
    await settled()
    assert.deepEqual(sentTexts()[3], ['6 个分享首次被打开'])
    await choose('first_visit', false)
    await at.opened(await makeLink(phone, await at.make.file({ owner: reader })))
    await settled()
    assert.equal(standIn.sent.length, 4)
  })

  test('users get the templates’ ids, and a kind without a template is not sent in WeChat', async () => {
    assert.deepEqual(await phone.call('GET /v1/wechat_applet/templates', {}), { success: true, ...templates })
    const { messengers } = at.server.deps.config
    const { mentionTemplate } = messengers
    messengers.mentionTemplate = null
    await inWeChat('mention')
    await mention()
    await settled()
    messengers.mentionTemplate = mentionTemplate
    assert.deepEqual(standIn.sent, [])
  })
})
