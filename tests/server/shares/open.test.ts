import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import { hashPassword } from '../../../server/crypto/passwords'
import type { EnterpriseRow, ItemChange, ItemRow, UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import type { Client } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { begin, Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf, type making, type Visitor } from '../../support/shares/shares'
import type { TestServer } from '../../support/testServer'

let sharing: Sharing
let server: TestServer
let make: Sharing['make']
let enterprise: EnterpriseRow
let owner: UserRow
let me: Client

before(async () => {
  sharing = await Sharing.open({ config: { shareDomains: ['https://pan.mingde.example'] } })
  ;({ server, make, enterprise, owner, me } = sharing)
})
beforeEach(() => sharing.rewind())
after(() => sharing.close())

const signIn = (user: UserRow) => sharing.signIn(user)
const visitorOf = (uniqueName: string, session?: Client) => sharing.visitorOf({ unique_name: uniqueName }, session)
const change = (item: { id: number }, values: ItemChange) => sharing.change(item, values)
const newVersion = (file: ItemRow, name: string, content: string) => sharing.newVersion(file, name, content)
const linkNow = (id: number) => sharing.linkNow(id)

describe('[LAND-05] the picture that a link shows immediately', () => {
  const pictureUrlOf = async (...asked: Parameters<typeof making>) => {
    const { unique_name: name } = await makeLink(me, ...asked)
    return (await visitorOf(name).open(asked[1]?.password)).process.picture_url
  }

  test('it is served at its address without a session, and is not counted as a preview', async () => {
    const link = await makeLink(me, await make.file({ owner }, { name: '合影.jpg', content: await photo() }))
    const { process } = await visitorOf(link.unique_name).open()
    const { status, headers } = await fetch(server.url + process.picture_url!)
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'])
  })

  test('it is offered for a single picture without limits, and never before the password', async () => {
    const picture = await make.file({ owner }, { name: '合影.jpg', content: await photo() })
    const other = await make.file({ owner }, { name: '二.jpg', content: await photo() })
    assert.match((await pictureUrlOf(picture, { password_protected: true, password: 'k7m3' }))!, /kind=image_1024/)
    assert.equal(await pictureUrlOf(picture, { is_preview_limit: true, preview_limit: 3 }), null)
    assert.equal(await pictureUrlOf(picture, { item_typed_ids: [typedIdOf(picture), typedIdOf(other)] }), null)
    assert.equal(await pictureUrlOf(await make.file({ owner }, { name: '简章.txt' })), null)
    assert.equal(await pictureUrlOf(await make.folder({ owner })), null)
    const { unique_name } = await makeLink(me, picture, { password_protected: true, password: 'k7m3' })
    const { body } = await visitorOf(unique_name).client.send('GET /apps/share_links/info/{unique_name}', {
      unique_name,
    })
    assert.ok(!JSON.stringify(body).includes('image_1024'))
  })
})

describe('[LAND-01] a link of an enterprise with a domain of its own for links', () => {
  const [LISTED, other] = ['https://pan.mingde.example', 'https://evil.example']
  const domain = (share_domain: string | null) =>
    server.deps.db.updateTable('enterprises').set({ share_domain }).where('id', '=', enterprise.id).execute()
  const answer = async (uniqueName: string) => {
    const { body } = await visitorOf(uniqueName).client.send('GET /apps/share_links/info/{unique_name}', {
      unique_name: uniqueName,
    })
    return body as { success: boolean; redirect_domain?: string; process?: object }
  }
  after(() => domain(null))

  test('redirects there, whatever the link requires, and reveals nothing', async () => {
    await domain(LISTED)
    const file = await make.file({ owner }, { name: '内部.txt' })
    for (const more of [{}, { password_protected: true, password: 'k7m3' }, { access: 'company' as const }]) {
      const redirect = await answer((await makeLink(me, file, more)).unique_name)
      assert.deepEqual([redirect.success, redirect.redirect_domain, redirect.process], [false, LISTED, undefined])
      assert.ok(!JSON.stringify(redirect).includes('内部'))
    }
  })

  test('never redirects to an unlisted domain', async () => {
    const { unique_name } = await makeLink(me, await make.file({ owner }))
    for (const unlisted of [other, `${LISTED}.evil.example`, `${LISTED}@evil.example`, 'javascript:alert(1)', '']) {
      await domain(unlisted)
      const unredirected = await answer(unique_name)
      assert.deepEqual([unredirected.success, unredirected.redirect_domain], [true, undefined], unlisted)
    }
  })

  test('never redirects to an address from the visitor’s request', async () => {
    await domain(null)
    const { unique_name } = await makeLink(me, await make.file({ owner }))
    const { client: visitor } = visitorOf(unique_name)
    const { body } = await visitor.request(
      'GET',
      `/api/apps/share_links/info/${unique_name}?redirect_domain=${LISTED}`,
      undefined,
      { 'x-forwarded-host': 'pan.mingde.example', origin: LISTED, referer: `${LISTED}/` },
    )
    assert.ok(!JSON.stringify(body).includes('pan.mingde.example'))
  })
})

describe('[LAND-01] opening a link', () => {
  test('anybody sees who shares what, and with what words', async () => {
    const file = await make.file({ owner }, { name: '春游须知.txt', content: '带伞' })
    const link = await makeLink(me, file, { description: '请家长查看', is_preview_limit: true, preview_limit: 3 })
    const { process, share_grant } = await visitorOf(link.unique_name).open()
    assert.equal(process.type, 2)
    assert.equal(process.item!.name, '春游须知.txt')
    assert.equal(process.item_count, 1)
    assert.equal(process.item_is_accessible_without_shared, false)
    assert.equal(process.can_save, true)
    assert.deepEqual(process.share_link.owner, { id: owner.id, name: '王老师' })
    assert.equal(process.share_link.description, '请家长查看')
    assert.equal(process.share_link.previews_left, 3)
    assert.equal(process.share_link.downloads_left, null)
    assert.notEqual(share_grant, '')
  })

  test('a visitor without downloads sees only what the link shows', async () => {
    const folder = await make.folder({ owner }, { name: '保密的上级' })
    const file = await make.file({ parent: folder })
    await make.tags(file, ['内部'])
    await change(file, { description: '只给同事看' })
    const link = await makeLink(me, file, { disable_download: true })
    const { process } = await visitorOf(link.unique_name).open()
    const text = JSON.stringify(process)
    for (const secret of ['保密的上级', '内部', '只给同事看', owner.login]) assert.ok(!text.includes(secret), secret)
    assert.deepEqual([...process.item!.permissions].sort(), ['item_preview', 'item_view'])
    assert.equal(process.can_save, false)
    assert.equal(process.share_link.disable_download, true)
  })

  test('several items form a folder', async () => {
    const [one, folder] = [await make.file({ owner }), await make.folder({ owner })]
    const within = await make.file({ parent: folder })
    const link = await makeLink(me, one, { item_typed_ids: [typedIdOf(one), typedIdOf(folder)] })
    const visitor = visitorOf(link.unique_name)
    const { process } = await visitor.open()
    assert.equal(process.item!.typed_id, 'folder_0')
    assert.equal(process.item_count, 2)
    assert.deepEqual(
      (await visitor.list()).children!.map(({ id }) => id),
      [folder.id, one.id],
    )
    assert.deepEqual(
      (await visitor.list(folder.id)).children!.map(({ id }) => id),
      [within.id],
    )
  })

  test('a pinned version stays the shared one after later uploads', async () => {
    const file = await make.file({ owner }, { name: '一稿.txt', content: 'first' })
    const link = await makeLink(me, file, { current_version: true })
    await newVersion(file, '二稿.txt', 'second draft')
    const visitor = visitorOf(link.unique_name)
    const { process } = await visitor.open()
    assert.equal(process.item!.name, '一稿.txt')
    assert.equal(process.item!.size, 5)
    assert.equal(process.item!.version, 1)
    assert.equal(await (await visitor.fetch(await visitor.download(file))).text(), 'first')
    const latest = visitorOf((await makeLink(me, file)).unique_name)
    assert.equal((await latest.open()).process.item!.size, 12)
    assert.equal(await (await latest.fetch(await latest.download(file))).text(), 'second draft')
  })

  test('[LAND-11] its maker opens it without a password and without counting', async () => {
    const file = await make.file({ owner })
    const link = await makeLink(me, file, {
      password_protected: true,
      password: 'k7m3',
      is_preview_limit: true,
      preview_limit: 1,
    })
    const maker = visitorOf(link.unique_name, me)
    const { process } = await maker.open()
    assert.equal(process.share_link.is_owner, true)
    assert.equal(process.can_save, false)
    await maker.preview(file)
    await maker.download(file)
    const counted = await linkNow(link.id)
    assert.deepEqual([counted.visit_count, counted.preview_count, counted.download_count], [0, 0, 0])
  })

  test('a user who can open the item anyway is informed', async () => {
    const colleague = await make.user({ enterprise })
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: colleague }, 'viewer')
    const link = await makeLink(me, folder)
    const { process } = await visitorOf(link.unique_name, await signIn(colleague)).open()
    assert.equal(process.item_is_accessible_without_shared, true)
  })
})

describe('[LAND-01] states in the order in which visitors see them', () => {
  interface Case {
    what: string
    code: ErrorCode
    become(link: { id: number; unique_name: string }, file: ItemRow): Promise<unknown>
  }
  const set = (values: object) => (link: { id: number }) =>
    server.deps.db.updateTable('share_links').set(values).where('id', '=', link.id).execute()

  const cases: Case[] = [
    { what: 'its item is in the trash', code: 'share_link_not_found', become: (_, file) => deleteIt(file) },
    { what: 'it was closed', code: 'process_share_link_closed', become: set({ closed_at: begin }) },
    { what: 'it has expired', code: 'share_link_expired', become: set({ due_at: begin }) },
    { what: 'it is for the company', code: 'action_need_login', become: set({ access: 'company' }) },
    { what: 'it has a password', code: 'share_link_invalid_password', become: withPassword },
    {
      what: 'its limits are used up',
      code: 'share_link_preview_download_limited',
      become: set({ disable_download: true, preview_limit: 1, preview_count: 1 }),
    },
  ]

  for (const [at, { what, code }] of cases.entries()) {
    test(`a link answers ${code} before all later states if ${what}`, async () => {
      const file = await make.file({ owner })
      const link = await makeLink(me, file)
      for (const { become } of [...cases.slice(at)].reverse()) await become(link, file)
      await visitorOf(link.unique_name).refusedToOpen(code)
    })
  }

  test('a missing link answers like one that can no longer be shared', async () => {
    await visitorOf('A'.repeat(22)).refusedToOpen('share_link_not_found')
  })

  test('a link that waits for approval or was refused shows nothing (decisions 4.15)', async () => {
    const file = await make.file({ owner }, { name: 'ungesehen.txt' })
    const link = await makeLink(me, file)
    for (const [approval_state, type, code] of [
      [1, 1, 'share_link_waiting'],
      [3, 3, 'share_link_refused'],
    ] as const) {
      const visitor = visitorOf(link.unique_name)
      await visitor.open()
      await set({ approval_state })(link)
      const { grant } = visitor
      const { process, share_grant } = await visitor.open()
      assert.equal(process.type, type)
      assert.equal(process.item, null)
      assert.equal(share_grant, '')
      assert.ok(!JSON.stringify(process).includes('ungesehen'))
      visitor.client.headers['x-share-grant'] = grant
      await visitor.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(file) }, code)
      await set({ approval_state: 2 })(link)
    }
  })

  test('a company link admits members, and nobody from outside', async () => {
    const link = await makeLink(me, await make.file({ owner }), { access: 'company' })
    await visitorOf(link.unique_name, await signIn(await make.user({ enterprise }))).open()
    const foreign = await signIn(await make.user())
    await visitorOf(link.unique_name, foreign).refusedToOpen('permission_denied')
  })

  test('[LAND-10] without or with a wrong password the form stays; the right password gives a grant that replaces it', async () => {
    const link = await makeLink(me, await make.file({ owner }), { password_protected: true, password: 'k7m3' })
    const visitor = visitorOf(link.unique_name)
    await visitor.refusedToOpen('share_link_invalid_password')
    await visitor.refusedToOpen('share_link_invalid_password', 'x1x1')
    await visitor.open('k7m3')
    await visitor.open()
  })

  test('[LAND-10] a password opens its link in both forms of its letters, also an older password', async () => {
    const [composed, decomposed] = ['Ét\u00e91', 'E\u0301te\u03011']
    const link = await makeLink(me, await make.file({ owner }), { password_protected: true, password: decomposed })
    for (const typed of [composed, decomposed, ` ${decomposed} `]) await visitorOf(link.unique_name).open(typed)
    await server.deps.db
      .updateTable('share_links')
      .set({ password_hash: await hashPassword(decomposed) })
      .where('id', '=', link.id)
      .execute()
    for (const typed of [composed, decomposed]) await visitorOf(link.unique_name).open(typed)
    await visitorOf(link.unique_name).refusedToOpen('share_link_invalid_password', 'Ete1')
  })

  async function deleteIt(file: ItemRow) {
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
  }

  async function withPassword(link: { id: number; unique_name: string }) {
    const { password_hash, password_sealed } = await server.deps.db
      .selectFrom('share_links')
      .select(['password_hash', 'password_sealed'])
      .where(
        'id',
        '=',
        (await makeLink(me, await make.file({ owner }), { password_protected: true, password: 'a1b2' })).id,
      )
      .executeTakeFirstOrThrow()
    await set({ password_hash, password_sealed })(link)
  }
})

describe('decisions 67: the rights of a share are checked on use', () => {
  let editor: UserRow
  let theirs: Client
  let folder: ItemRow
  let file: ItemRow
  let visitor: Visitor
  before(async () => {
    editor = await make.user({ enterprise })
    theirs = await signIn(editor)
  })
  beforeEach(async () => {
    folder = await make.folder({ owner })
    file = await make.file({ parent: folder })
    await make.collab(folder, { user: editor }, 'editor')
    visitor = visitorOf((await makeLink(theirs, folder)).unique_name)
    await visitor.open()
    await visitor.info(file)
  })
  const info = () => ({ item_typed_id: typedIdOf(file) })
  const role = (to: 'viewer' | 'previewer' | 'reset') =>
    server.deps.db.updateTable('collabs').set({ role: to }).where('item_id', '=', folder.id).execute()

  test('its maker left the folder', async () => {
    await server.deps.db.deleteFrom('collabs').where('item_id', '=', folder.id).execute()
    await visitor.refused('GET /apps/files/get_info', info(), 'share_link_not_found')
    await visitor.refusedToOpen('share_link_not_found')
  })

  test('its maker’s role no longer allows sharing', async () => {
    await role('previewer')
    await visitor.refused('GET /apps/files/get_info', info(), 'share_link_not_found')
    await role('viewer')
    await visitor.info(file)
  })

  test('its maker has a lesser role on an inner folder, and so have visitors', async () => {
    await make.collab(file, { user: editor }, 'previewer')
    assert.deepEqual([...(await visitor.info(file)).item!.permissions].sort(), ['item_preview', 'item_view'])
    await visitor.refused('GET /apps/files/download', { file_id: file.id }, 'permission_denied')
  })

  test('its maker was deactivated, or the enterprise expired', async () => {
    const users = server.deps.db.updateTable('users').where('id', '=', editor.id)
    await users.set({ is_active: false }).execute()
    await visitor.refused('GET /apps/files/get_info', info(), 'share_link_not_found')
    await users.set({ is_active: true }).execute()
    const enterprises = server.deps.db.updateTable('enterprises').where('id', '=', enterprise.id)
    await enterprises.set({ expires_at: begin }).execute()
    await visitor.refused('GET /apps/files/get_info', info(), 'share_link_not_found')
    await enterprises.set({ expires_at: null }).execute()
  })

  test('the enterprise disabled public links or downloads', async () => {
    const decide = (policy: Parameters<typeof savePolicy>[2]) =>
      savePolicy(server.deps.db, enterprise.id, { is_share_force_passwd_switch: false, ...policy })
    const address = await visitor.download(file)
    await decide({ is_share_link_download_disabled: true })
    await visitor.refused('GET /apps/files/download', { file_id: file.id }, 'permission_denied')
    assert.equal((await visitor.fetch(address)).status, 403)
    await decide({ is_share_link_public_access_disabled: true })
    await visitor.refusedToOpen('share_link_not_found')
    await decide({})
    assert.equal((await visitor.fetch(address)).status, 200)
  })

  test('the item is being scanned, was encrypted or hidden', async () => {
    await change(file, { scanned: 1 })
    await visitor.refused('GET /apps/files/download', { file_id: file.id }, 'download_scanning')
    await change(file, { scanned: 0, is_encrypted: true })
    assert.deepEqual((await visitor.info(file)).item!.permissions, ['item_view'])
    await change(file, { is_encrypted: false, scope: 1 })
    assert.equal((await visitor.preview(file)).reason, 'permission_denied')
  })

  test('[LAND-10] a grant of one link opens no other, even with the same password', async () => {
    const guarded = async () => makeLink(me, await make.file({ owner }), { password_protected: true, password: 'k7m3' })
    const [visitor, thief] = [visitorOf((await guarded()).unique_name), visitorOf((await guarded()).unique_name)]
    await visitor.open('k7m3')
    thief.client.headers['x-share-grant'] = visitor.grant
    await thief.refusedToOpen('share_link_invalid_password')
  })

  test('a changed password ends grants and addresses', async () => {
    const address = await visitor.download(file)
    assert.equal((await visitor.fetch(address)).status, 200)
    const [link] = (await theirs.call('GET /apps/share_links/get_list', {})).share_links
    await theirs.call('POST /apps/share_links/edit', {
      share_link_id: link!.id,
      access: 'public',
      description: '',
      due_time: 0,
      disable_download: false,
      password_protected: true,
      password: 'k7m3',
    })
    assert.equal((await visitor.fetch(address)).status, 403)
  })
})
