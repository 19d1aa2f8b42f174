import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ShareNotice } from '@/contract/shares/notice'
import type { ShareLink } from '@/contract/shares/shares'
import type { UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { cheapHash } from '../../support/factories'
import { decideShares } from '../../support/shares/sharePolicy'
import { makeLink, typedIdOf } from '../../support/shares/shares'
import { codeOf, Sharing } from '../../support/shares/sharing'

type ParametersOf = Parameters<typeof makeLink> extends [Client, ...infer Rest] ? Rest : never

const INFO = 'GET /apps/share_links/info/{unique_name}'
const TRY = 'POST /apps/share_links/info/{unique_name}'
const NAME = '内部预算'

let sharing: Sharing
let make: Sharing['make']
let owner: UserRow
let me: Client
/** The hash of the password k7m3; takes little time to check. */
let password_hash: string

before(async () => {
  sharing = await Sharing.open({ config: { shareDomains: ['https://pan.mingde.example'] } })
  ;({ make, owner, me } = sharing)
  password_hash = await cheapHash('k7m3')
})
beforeEach(async () => {
  sharing.rewind()
  await allow(true)
})
after(() => sharing.close())

const db = () => sharing.server.deps.db
const allow = (isAllowed: boolean, enterprise = sharing.enterprise) =>
  decideShares(sharing.server.deps, enterprise, {
    is_share_force_passwd_switch: false,
    is_share_shown_before_password: isAllowed,
  })
const set = (link: ShareLink, values: object) =>
  db().updateTable('share_links').set(values).where('id', '=', link.id).execute()

/** Makes a link with a password. */
async function guard(who: Client, ...making: ParametersOf) {
  const link = await makeLink(who, ...making)
  await set(link, { password_hash, password_sealed: Buffer.from('unread') })
  return link
}

/** The answer to a request without a password, without its id. */
async function asked({ unique_name }: { unique_name: string }, session?: Client) {
  const answer = await sharing.visitorOf({ unique_name }, session).client.send(INFO, { unique_name })
  const { request_id: _, ...body } = answer.body as { request_id: string; share_notice?: ShareNotice }
  return { code: codeOf(answer), body, notice: body.share_notice }
}

describe('[AH-57] a link with a password', () => {
  test('says who shares what only where the organisation allows it', async () => {
    const file = await make.file({ owner }, { name: `${NAME}.txt`, content: '12345' })
    const link = await guard(me, file, { description: '密' })
    const { code, notice, body } = await asked(link)
    assert.equal(code, 'share_link_invalid_password')
    assert.deepEqual(notice, {
      sharer: '王老师',
      type: 'file',
      name: `${NAME}.txt`,
      extension: 'txt',
      type_icon: 'text',
      size: 5,
      item_count: 1,
    })
    assert.ok(!JSON.stringify(body).includes('密"'))
    await allow(false)
    assert.deepEqual(Object.keys((await asked(link)).body), ['success', 'errors'])
    await decideShares(sharing.server.deps, sharing.enterprise, {})
    assert.equal((await asked(link)).notice, undefined)
  })

  test('counts several items, and names none that was deleted', async () => {
    const folder = await make.folder({ owner }, { name: '班级相册' })
    const [first, second] = [await make.file({ owner }, { name: NAME }), await make.file({ owner })]
    const several = [first, folder, second]
    const link = await guard(me, first, { item_typed_ids: several.map(typedIdOf) })
    const named = async () => {
      const { notice } = await asked(link)
      return [notice?.name, notice?.type, notice?.item_count, notice?.size === 0]
    }
    assert.deepEqual(await named(), [first.name, 'file', 3, first.size === 0])
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(first)] })
    assert.deepEqual(await named(), ['班级相册', 'folder', 2, true])
  })

  test('answers a try of the password, right or wrong, without the notice', async () => {
    const link = await guard(me, await make.file({ owner }, { name: NAME }))
    const { client } = sharing.visitorOf(link)
    for (const password of ['k7m2', '', ' ']) {
      const answer = await client.send(TRY, { unique_name: link.unique_name, password })
      assert.equal(codeOf(answer), 'share_link_invalid_password')
      assert.ok(!JSON.stringify(answer.body).includes('share_notice'), password)
    }
    assert.equal((await sharing.opened(link, undefined, 'k7m3')).grant.length > 0, true)
  })

  test('is asked as often as before: looking is not counted, and four wrong passwords still wait', async () => {
    const link = await guard(me, await make.file({ owner }))
    const attempts = () => db().selectFrom('login_attempts').select('subject').where('subject', 'like', 'share-%')
    await db().deleteFrom('login_attempts').execute()
    for (let at = 0; at < 20; at++) assert.ok((await asked(link)).notice)
    assert.deepEqual(await attempts().execute(), [])
    const { client } = sharing.visitorOf(link)
    const guess = async () => codeOf(await client.send(TRY, { unique_name: link.unique_name, password: 'k7m2' }))
    const codes = [await guess(), await guess(), await guess(), await guess(), await guess()]
    assert.deepEqual(codes.slice(-2), ['share_link_invalid_password', 'share_link_guessed_too_often'])
    assert.ok((await asked(link)).notice)
  })

  test('is named in no card, which chats fetch', async () => {
    const link = await guard(me, await make.file({ owner }, { name: NAME }))
    const { client } = sharing.visitorOf(link)
    const card = await client.call('GET /apps/share_links/card', { unique_name: link.unique_name })
    assert.deepEqual([card.title, card.count], ['', 0])
  })
})

describe('[AH-57] an answer that depends on nothing but the state', () => {
  const ended: Record<string, (link: ShareLink) => Promise<unknown>> = {
    closed: (link) => me.call('POST /apps/share_links/close', { share_link_ids: [link.id] }),
    'closed by an administrator': (link) => set(link, { closed_by_administrator_at: sharing.now }),
    expired: (link) => set(link, { due_at: sharing.now }),
    'waiting for approval': (link) => set(link, { approval_state: 1 }),
    refused: (link) => set(link, { approval_state: 3 }),
    'for colleagues only': (link) => set(link, { access: 'company' }),
    'for named people only': (link) => set(link, { access: 'collaborators' }),
  }
  for (const [state, end] of Object.entries(ended))
    test(`a link that is ${state} is answered as where the organisation allows nothing`, async () => {
      const link = await guard(me, await make.file({ owner }, { name: NAME }))
      assert.ok((await asked(link)).notice)
      await end(link)
      const allowed = await asked(link)
      await allow(false)
      assert.deepEqual(allowed, await asked(link))
      assert.ok(!/内部预算|王老师|share_notice/.test(JSON.stringify(allowed.body)))
    })

  test('a link to deleted items is answered as one that does not exist', async () => {
    const file = await make.file({ owner }, { name: NAME })
    const link = await guard(me, file)
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
    assert.deepEqual(await asked(link), await asked({ unique_name: 'x'.repeat(22) }))
  })

  test('a link of a maker who left, or that moved to another domain, names nobody', async () => {
    const maker = await make.user({ enterprise: await make.enterprise() })
    const enterprise = await db()
      .selectFrom('enterprises')
      .selectAll()
      .where('id', '=', maker.enterprise_id)
      .executeTakeFirstOrThrow()
    await allow(true, enterprise)
    const link = await guard(await sharing.signIn(maker), await make.file({ owner: maker }, { name: NAME }))
    assert.equal((await asked(link)).notice?.sharer, maker.name)
    const domain = (share_domain: string | null) =>
      db().updateTable('enterprises').set({ share_domain }).where('id', '=', enterprise.id).execute()
    await domain('https://pan.mingde.example')
    assert.deepEqual([(await asked(link)).code, (await asked(link)).notice], ['share_link_moved', undefined])
    await domain(null)
    await db().updateTable('users').set({ is_active: false }).where('id', '=', maker.id).execute()
    assert.deepEqual([(await asked(link)).code, (await asked(link)).notice], ['share_link_not_found', undefined])
  })

  test('a link without uses left looks like an open one, because only the password reveals its limits', async () => {
    const limits = { is_preview_limit: true, preview_limit: 1, disable_download: true }
    const link = await guard(me, await make.file({ owner }, { name: NAME }), limits)
    const before = await asked(link)
    await set(link, { preview_count: 1 })
    assert.deepEqual(await asked(link), before)
    assert.ok(before.notice)
  })

  test('items of another organisation are named only where that one allows it, too', async () => {
    const theirs = await sharing.freeEnterprise()
    const other = await make.user({ enterprise: theirs })
    const folder = await make.folder({ owner: other }, { name: '别家的文件夹' })
    await make.collab(folder, { user: owner }, 'coowner')
    const link = await guard(me, folder)
    assert.equal((await asked(link)).notice, undefined)
    await allow(true, theirs)
    assert.equal((await asked(link)).notice?.name, '别家的文件夹')
    await allow(false)
    assert.equal((await asked(link)).notice, undefined)
  })

  test('of a link for colleagues, a colleague who signed in sees it; a stranger does not', async () => {
    const colleague = await sharing.signIn(await make.user({ enterprise: sharing.enterprise }))
    const file = await make.file({ owner }, { name: NAME })
    const company = await guard(me, file, { access: 'company' })
    assert.equal((await asked(company)).code, 'action_need_login')
    assert.equal((await asked(company, colleague)).notice?.name, file.name)
    const stranger = await sharing.signIn(await make.user())
    assert.deepEqual(
      [(await asked(company, stranger)).code, (await asked(company, stranger)).notice],
      ['permission_denied', undefined],
    )
  })
})

test('[AH-57] [ADM-09] only owners change the setting; it holds with the next call and is in the audit log', async () => {
  const enterprise = await sharing.freeEnterprise()
  const [chief, clerk] = [
    await sharing.signIn(await make.user({ enterprise, role: 'owner' })),
    await sharing.signIn(await make.user({ enterprise, role: 'people' })),
  ]
  const maker = await make.user({ enterprise })
  const link = await guard(await sharing.signIn(maker), await make.file({ owner: maker }))
  const policies = { is_share_shown_before_password: true }
  await clerk.refused('POST /admin/policies/set', { policies }, 'permission_denied')
  assert.equal((await asked(link)).notice, undefined)
  assert.equal((await chief.call('GET /admin/policies/get', {})).policies.is_share_shown_before_password, false)
  await chief.call('POST /admin/policies/set', { policies })
  assert.equal((await asked(link)).notice?.sharer, maker.name)
  const { entries } = await chief.call('GET /apps/audit/list', { deed: 'policies_changed' })
  assert.match(JSON.stringify(entries), /is_share_shown_before_password/)
})
