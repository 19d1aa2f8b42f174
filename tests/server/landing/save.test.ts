import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Request } from '@/contract/api'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { ownRoot } from '../../../server/queries/items/spaces'
import { runRelocation } from '../../../server/services/moving/relocationJob'
import type { Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf, type Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'

type Named = `${'file' | 'folder'}_${number}`

const SAVE = 'POST /apps/files/copy'

let at: Sharing
let saver: UserRow
let theirs: Client

before(async () => {
  at = await Sharing.open()
})
beforeEach(async () => {
  at.rewind()
  saver = await at.make.user({ enterprise: at.enterprise })
  theirs = await at.signIn(saver)
})
after(() => at.close())

const saveInput = (
  { uniqueName }: Visitor,
  items: readonly Named[],
  more: Partial<Request<typeof SAVE>> = {},
): Request<typeof SAVE> => ({
  scenario: 'share',
  share_link_token: uniqueName,
  item_typed_ids: [...items],
  target_folder_id: 0,
  ...more,
})
const save = (visitor: Visitor, items: readonly Named[], more: Partial<Request<typeof SAVE>> = {}) =>
  visitor.client.call(SAVE, saveInput(visitor, items, more))
const listOf = async (who: Client, folderId = 0) => {
  const { items, children } = await who.call('GET /apps/files/file_list/{folderId}', { folderId })
  return items ?? children ?? []
}
const namesIn = async (who: Client, folderId = 0) => (await listOf(who, folderId)).map(({ name }) => name).sort()
const textOf = async (who: Client, fileId: number) => {
  const { download_url } = await who.call('GET /apps/files/download', { file_id: fileId })
  return (await fetch(new URL(download_url, at.server.url))).text()
}

describe('[LAND-07] saving from a link', () => {
  test('saving copies the file into the visitor’s own drive, and the visitor owns the copy', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '春游须知.txt', content: '带伞' })
    const link = await makeLink(at.me, file)
    const visitor = await at.opened(link, theirs)
    const { files_and_folders: saved, new_parent, async_copying_items } = await save(visitor, [typedIdOf(file)])
    assert.deepEqual([saved.map(({ name }) => name), new_parent, async_copying_items], [['春游须知.txt'], null, []])
    await at.me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal(await textOf(theirs, saved[0]!.id), '带伞')
    assert.equal(saved[0]!.owned_by.id, saver.id)
  })

  test('scenario=share is accepted in the address, as the specification writes it', async () => {
    const file = await at.make.file({ owner: at.owner })
    const visitor = await at.opened(await makeLink(at.me, file), theirs)
    const { scenario: _, ...body } = saveInput(visitor, [typedIdOf(file)])
    const { status } = await visitor.client.request('POST', '/api/apps/files/copy?scenario=share', JSON.stringify(body))
    assert.equal(status, 200)
    assert.deepEqual(await namesIn(theirs), [file.name])
  })

  test('saving a folder copies everything that the link shows of it, and nothing else', async () => {
    const editor = await at.make.user({ enterprise: at.enterprise })
    const folder = await at.make.folder({ owner: at.owner }, { name: '资料' })
    await at.make.collab(folder, { user: editor }, 'editor')
    const inner = await at.make.folder({ parent: folder }, { name: '里层' })
    await at.make.file({ parent: inner }, { name: '深.txt' })
    const previewOnly = await at.make.file({ parent: folder }, { name: '只看.txt' })
    await at.make.collab(previewOnly, { user: editor }, 'previewer')
    const shut = await at.make.folder({ parent: folder }, { name: '关' })
    await at.make.collab(shut, { user: editor }, 'reset')
    await at.make.file({ parent: shut }, { name: '关里.txt' })
    for (const [name, change] of [
      ['不外传.txt', { share_disabled_for: 'all' }],
      ['加密.txt', { is_encrypted: true }],
      ['扫描中.txt', { scanned: 1 }],
      ['待批.txt', { lock_kind: 2, lock_user_id: at.owner.id }],
    ] as const)
      await at.change(await at.make.file({ parent: folder }, { name }), change)
    const sealed = await at.make.folder({ parent: folder }, { name: '密' })
    await at.change(sealed, { is_encrypted: true })
    await at.make.file({ parent: sealed }, { name: '密里.txt' })
    await at.make.file({ parent: folder }, { name: '在线.ydoc' })
    const link = await makeLink(await at.signIn(editor), folder)
    const { files_and_folders: saved } = await save(await at.opened(link, theirs), [typedIdOf(folder)])
    assert.deepEqual(await namesIn(theirs, saved[0]!.id), ['里层'])
    const [within] = await listOf(theirs, saved[0]!.id)
    assert.deepEqual(await namesIn(theirs, within!.id), ['深.txt'])
  })

  test('description and tags, which visitors cannot see, are not copied', async () => {
    const file = await at.make.file({ owner: at.owner })
    await at.make.tags(file, ['内部'])
    await at.change(file, { description: '只给同事看' })
    const { files_and_folders: saved } = await save(await at.opened(await makeLink(at.me, file), theirs), [
      typedIdOf(file),
    ])
    assert.deepEqual([saved[0]!.description, saved[0]!.tags], ['', []])
  })

  deepTest('a pinned version is copied under its name, also beside the folder that contains the file', async () => {
    const folder = await at.make.folder({ owner: at.owner }, { name: '作文' })
    const file = await at.make.file({ parent: folder }, { name: '一稿.txt', content: 'first' })
    const link = await makeLink(at.me, folder, {
      item_typed_ids: [typedIdOf(folder), typedIdOf(file)],
      current_version: true,
    })
    await at.newVersion(file, '二稿.txt', 'second draft')
    const visitor = await at.opened(link, theirs)
    const { files_and_folders: alone } = await save(visitor, [typedIdOf(file)])
    assert.deepEqual([alone[0]!.name, alone[0]!.size], ['一稿.txt', 5])
    assert.equal(await textOf(theirs, alone[0]!.id), 'first')
    const into = await at.make.folder({ owner: saver })
    await save(visitor, ['folder_0' as Named], { target_folder_id: into.id })
    assert.deepEqual(await namesIn(theirs, into.id), ['一稿.txt', '作文'])
    const inner = (await listOf(theirs, into.id)).find(({ name }) => name === '作文')!
    assert.deepEqual(await namesIn(theirs, inner.id), [])
  })

  test('folder_0 saves everything that the link shows and allows to download', async () => {
    const [one, two, sealed] = [
      await at.make.file({ owner: at.owner }, { name: '1.txt' }),
      await at.make.folder({ owner: at.owner }, { name: '2' }),
      await at.make.file({ owner: at.owner }, { name: '3.txt' }),
    ]
    const link = await makeLink(at.me, one, { item_typed_ids: [one, two, sealed].map(typedIdOf) })
    await at.change(sealed, { scanned: 1 })
    await save(await at.opened(link, theirs), ['folder_0' as Named])
    assert.deepEqual(await namesIn(theirs), ['1.txt', '2'])
  })

  test('a job saves to another enterprise, and a message reports the end', async () => {
    const abroad = await at.make.user()
    const far = await at.signIn(abroad)
    const file = await at.make.file({ owner: at.owner }, { name: '远.txt', content: '远' })
    const visitor = await at.opened(await makeLink(at.me, file), far)
    const { files_and_folders, async_copying_items } = await save(visitor, [typedIdOf(file)])
    assert.deepEqual(
      [files_and_folders, async_copying_items.map(({ id, from_share }) => [id, from_share])],
      [[], [[file.id, true]]],
    )
    await until('the notice', async () => {
      const { messages } = await far.call('GET /apps/messages/get_list', {})
      return messages[0]?.most_recent_message.notice?.state === 'finished'
    })
    const [saved] = await listOf(far)
    assert.equal(await textOf(far, saved!.id), '远')
    assert.deepEqual((await visitor.open()).process.saved_folder, { typed_id: 'folder_0', name: '' })
  })

  test('a job that finds the link closed saves nothing and reports that', async () => {
    const abroad = await at.make.user()
    const far = await at.signIn(abroad)
    const file = await at.make.file({ owner: at.owner })
    const link = await makeLink(at.me, file)
    const visitor = await at.opened(link, far)
    const { deps } = at.server
    const folderId = await ownRoot(deps.db, abroad.id)
    const save = { link_id: link.id, user_id: abroad.id, folder_id: folderId, is_done: false, saved_at: at.now }
    await deps.db.insertInto('share_saves').values(save).execute()
    await at.me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await runRelocation(deps, {
      action: 'copy',
      typedIds: [typedIdOf(file)],
      folderId,
      userId: abroad.id,
      ticket: randomUUID(),
      link: { linkId: link.id, passwordVersion: 1, visitor: `u${abroad.id}` },
    })
    const { messages } = await far.call('GET /apps/messages/get_list', {})
    assert.equal(messages[0]!.most_recent_message.notice!.state, 'failed')
    assert.match(messages[0]!.most_recent_message.notice!.reason, /closed|关闭/)
    assert.deepEqual(await namesIn(far), [])
    await at.me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.equal((await visitor.open()).process.saved_folder, null)
    await far.refused(
      'POST /v1/wechat_applet/create_file_user',
      { type: 'share_link', unique_name: link.unique_name },
      'share_link_not_found',
    )
  })

  test('the link names the visitor’s target folder while the visitor can reach it', async () => {
    const file = await at.make.file({ owner: at.owner })
    const link = await makeLink(at.me, file)
    const visitor = await at.opened(link, theirs)
    assert.equal((await visitor.open()).process.saved_folder, null)
    const folder = await at.make.folder({ owner: saver }, { name: '收藏' })
    await save(visitor, [typedIdOf(file)], { target_folder_id: folder.id })
    assert.deepEqual((await visitor.open()).process.saved_folder, { typed_id: `folder_${folder.id}`, name: '收藏' })
    const other = await at.opened(link, await at.signIn(await at.make.user({ enterprise: at.enterprise })))
    assert.equal((await other.open()).process.saved_folder, null)
    await theirs.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(folder)] })
    assert.equal((await visitor.open()).process.saved_folder, null)
  })

  test('the mini-program records the save once, and only what was saved (2§7)', async () => {
    const file = await at.make.file({ owner: at.owner })
    const link = await makeLink(at.me, file)
    const note = { type: 'share_link', unique_name: link.unique_name } as const
    const NOTE = 'POST /v1/wechat_applet/create_file_user'
    await theirs.refused(NOTE, note, 'share_link_not_found')
    await save(await at.opened(link, theirs), [typedIdOf(file)])
    const keptAt = () =>
      at.server.deps.db
        .selectFrom('share_saves')
        .select('kept_at')
        .where('user_id', '=', saver.id)
        .executeTakeFirstOrThrow()
    assert.equal((await keptAt()).kept_at, null)
    await theirs.call(NOTE, note)
    const first = await keptAt()
    assert.deepEqual(first.kept_at, at.now)
    at.later(60)
    await theirs.call(NOTE, note)
    assert.deepEqual(await keptAt(), first)
    await (await at.signIn(await at.make.user())).refused(NOTE, note, 'share_link_not_found')
  })
})

describe('rights to save', () => {
  let file: ItemRow
  beforeEach(async () => {
    file = await at.make.file({ owner: at.owner })
  })

  test('[LAND-07] without a session visitors must sign in, and continue with the grant that they had', async () => {
    const link = await makeLink(at.me, file, { password_protected: true, password: 'k7m3' })
    const visitor = await at.opened(link, undefined, 'k7m3')
    await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'action_need_login')
    const { grant } = visitor
    theirs.headers['x-share-grant'] = grant
    await theirs.call(SAVE, saveInput(visitor, [typedIdOf(file)]))
  })

  test('without a grant, and with another link’s or an expired one, nobody saves', async () => {
    const link = await makeLink(at.me, file)
    const other = await at.opened(await makeLink(at.me, await at.make.file({ owner: at.owner })), theirs)
    const visitor = at.visitorOf(link, theirs)
    const refused = () => visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'share_grant_expired')
    await refused()
    visitor.client.headers['x-share-grant'] = other.grant
    await refused()
    await visitor.open()
    at.later(7201)
    await refused()
    assert.deepEqual(await namesIn(theirs), [])
  })

  test('the grant of one signed-in visitor is not valid for another', async () => {
    const visitor = await at.opened(await makeLink(at.me, file), theirs)
    const other = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    other.headers['x-share-grant'] = visitor.grant
    await other.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'share_grant_expired')
  })

  test('the link’s maker cannot save, nor anyone where the link allows no download', async () => {
    const link = await makeLink(at.me, file)
    const own = await at.opened(link, at.me)
    await own.client.refused(SAVE, saveInput(own, [typedIdOf(file)]), 'permission_denied')
    const visitor = await at.opened(await makeLink(at.me, file, { disable_download: true }), theirs)
    await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'permission_denied')
  })

  test('only items that the link shows are saved: no sibling, no parent, no stranger’s item', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    const [shown, beside] = [await at.make.file({ parent: folder }), await at.make.file({ parent: folder })]
    const stranger = await at.make.user()
    const visitor = await at.opened(await makeLink(at.me, shown), theirs)
    for (const item of [beside, folder, await at.make.file({ owner: stranger })])
      await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(shown), typedIdOf(item)]), 'item_not_found')
    const root = await ownRoot(at.server.deps.db, at.owner.id)
    await visitor.client.refused(SAVE, saveInput(visitor, [`folder_${root}`]), 'item_not_found')
    assert.deepEqual(await namesIn(theirs), [])
  })

  test('items that cannot be downloaded are refused with the reason', async () => {
    const visitor = await at.opened(await makeLink(at.me, file), theirs)
    await at.change(file, { scanned: 1 })
    const { body } = await visitor.client.send(SAVE, saveInput(visitor, [typedIdOf(file)]))
    assert.equal((body as { error_type: string }).error_type, 'item')
    await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'download_scanning')
    await at.change(file, { scanned: 0, lock_kind: 2, lock_user_id: saver.id })
    await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'download_approval')
    await at.change(file, { lock_kind: null, lock_user_id: null, is_encrypted: true })
    await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'share_link_not_found')
  })

  test('the target requires item_upload for a file, create_folder or item_upload for a folder', async () => {
    const folder = await at.make.folder({ owner: at.owner })
    const link = await makeLink(at.me, file, { item_typed_ids: [file, folder].map(typedIdOf) })
    const visitor = await at.opened(link, theirs)
    const into = await at.make.folder({ owner: at.owner })
    for (const [role, code] of [
      ['viewer', 'permission_denied'],
      ['uploader', 'success'],
    ] as const) {
      const other = await at.make.folder({ parent: into })
      await at.make.collab(other, { user: saver }, role)
      for (const item of [file, folder]) {
        const answer = await visitor.client.send(
          SAVE,
          saveInput(visitor, [typedIdOf(item)], { target_folder_id: other.id }),
        )
        assert.equal(codeOf(answer), code)
      }
    }
    await visitor.client.refused(
      SAVE,
      saveInput(visitor, [typedIdOf(file)], { target_folder_id: into.id }),
      'item_not_found',
    )
  })

  test('a full drive refuses the save, and no download is counted', async () => {
    const link = await makeLink(at.me, file)
    const { db } = at.server.deps
    await db.updateTable('users').set({ quota_bytes: 1 }).where('id', '=', saver.id).execute()
    const visitor = await at.opened(link, theirs)
    await visitor.client.refused(SAVE, saveInput(visitor, [typedIdOf(file)]), 'quota_exceeded')
    assert.equal((await at.linkNow(link.id)).download_count, 0)
  })
})

describe('[AH-06] a save counts as a download', () => {
  test('saving and downloading a file count once together per visit', async () => {
    const file = await at.make.file({ owner: at.owner })
    const link = await makeLink(at.me, file, { is_download_limit_v2: true, download_limit_v2: 1 })
    const visitor = await at.opened(link, theirs)
    await visitor.download(file)
    for (let n = 0; n < 2; n += 1) await save(visitor, [typedIdOf(file)])
    assert.equal((await at.linkNow(link.id)).download_count, 1)
    const late = await at.opened(link, await at.signIn(await at.make.user({ enterprise: at.enterprise })))
    await late.client.refused(SAVE, saveInput(late, [typedIdOf(file)]), 'share_link_preview_download_limited')
  })

  deepTest('several items count one each, all or nothing', async () => {
    const files = [await at.make.file({ owner: at.owner }), await at.make.file({ owner: at.owner })]
    const link = await makeLink(at.me, files[0]!, {
      item_typed_ids: files.map(typedIdOf),
      is_download_limit_v2: true,
      download_limit_v2: 1,
    })
    const visitor = await at.opened(link, theirs)
    const both = saveInput(visitor, files.map(typedIdOf))
    await visitor.client.refused(SAVE, both, 'share_link_preview_download_limited')
    assert.equal((await at.linkNow(link.id)).download_count, 0)
    assert.deepEqual(await namesIn(theirs), [])
    await save(visitor, ['folder_0' as Named])
    assert.equal((await at.linkNow(link.id)).download_count, 1)
  })

  test('exactly as many of twelve concurrent saves succeed as the link allows', async () => {
    const file = await at.make.file({ owner: at.owner })
    const link = await makeLink(at.me, file, { is_download_limit_v2: true, download_limit_v2: 5 })
    const visitors: Visitor[] = []
    for (let n = 0; n < 12; n += 1)
      visitors.push(await at.opened(link, await at.signIn(await at.make.user({ enterprise: at.enterprise }))))
    const codes = await Promise.all(
      visitors.map(async (visitor) => codeOf(await visitor.client.send(SAVE, saveInput(visitor, [typedIdOf(file)])))),
    )
    assert.equal(codes.filter((code) => code === 'success').length, 5)
    assert.equal(codes.filter((code) => code === 'share_link_preview_download_limited').length, 7)
    assert.equal((await at.linkNow(link.id)).download_count, 5)
  })

  test('the owner sees the save among the visits, administrators in the audit log, neither sees the target', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '审计.txt' })
    const link = await makeLink(at.me, file)
    const into = await at.make.folder({ owner: saver }, { name: '别人的去处' })
    await save(await at.opened(link, theirs), [typedIdOf(file)], { target_folder_id: into.id })
    const { visits } = await at.me.call('GET /apps/share_links/visits', { share_link_id: link.id })
    assert.deepEqual(
      visits.map(({ kind, user, item_name }) => [kind, user?.id, item_name]),
      [
        ['download', saver.id, '审计.txt'],
        ['visit', saver.id, ''],
      ],
    )
    const they = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'item_copied' })
    const [entry] = entries
    assert.deepEqual([entry!.user!.id, entry!.item!.id], [saver.id, file.id])
    assert.deepEqual(entry!.detail, { serial_number: link.serial_number })
  })
})
