import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import type { ShareSettings } from '@/domain/shares/settings'
import type { EnterpriseRow } from '../../../server/database/tables'
import { makeLink, making, typedIdOf, Visitor } from '../../support/shares/shares'
import { company, make, person, server, signIn, startShareServer } from './shareServer'

/* 09:00 of a day; tests move the clock. */
const begin = new Date('2026-11-25T09:00:00Z')
let now = begin

startShareServer(() => now)
beforeEach(() => {
  now = begin
})

describe('[AH-17] changing, closing and reopening a link', () => {
  let enterprise: EnterpriseRow
  before(async () => {
    enterprise = await company()
  })

  test('an edit replaces all settings; a new password ends the grants of the old one', async () => {
    const { me, file } = await person(enterprise)
    const link = await makeLink(me, file, { password_protected: true, password: 'k7m3' })
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const { share_link: edited } = await me.call('POST /apps/share_links/edit', {
      share_link_id: link.id,
      ...editing({ password_protected: true, password: 'n4p8', is_preview_limit: true, preview_limit: 3 }),
    })
    assert.equal(edited.password, 'n4p8')
    assert.equal(edited.preview_limit, 3)
    await visitor.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(file) }, 'share_grant_expired')
    await visitor.refusedToOpen('share_link_invalid_password')
    await visitor.open('n4p8')
  })

  test('the maker chooses whether the first opening is notified; by default it is', async () => {
    const { me, file } = await person(enterprise)
    const link = await makeLink(me, file)
    assert.equal(link.is_first_visit_told, true)
    const edit = (settings: Partial<ShareSettings>) =>
      me.call('POST /apps/share_links/edit', { share_link_id: link.id, ...editing(settings) })
    assert.equal((await edit({ is_first_visit_told: false })).share_link.is_first_visit_told, false)
    assert.equal((await edit({ description: 'x' })).share_link.is_first_visit_told, true)
    assert.equal((await makeLink(me, file, { is_first_visit_told: false })).is_first_visit_told, false)
  })

  test('invalid settings change nothing', async () => {
    const { me, file } = await person(enterprise)
    const link = await makeLink(me, file)
    const input = {
      share_link_id: link.id,
      ...editing({ is_preview_limit: true }),
      preview_limit: 0,
      is_preview_limit: true,
    }
    await me.refused('POST /apps/share_links/edit', input, 'share_limit_too_small')
    assert.equal(
      (await me.call('GET /apps/share_links/get', { share_link_id: link.id })).share_link.is_preview_limit,
      false,
    )
  })

  test('visitors of a closed link are informed, and can enter again after reopening', async () => {
    const { me, file } = await person(enterprise)
    const link = await makeLink(me, file)
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open()
    const closed = await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal(closed.share_links[0]!.state, 'closed')
    await visitor.refusedToOpen('process_share_link_closed')
    await visitor.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(file) }, 'process_share_link_closed')
    const { share_link } = await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.equal(share_link.state, 'open')
    await visitor.open()
  })

  test('only an administrator reopens a link that an administrator closed', async () => {
    const administrator = await signIn(await make.user({ enterprise, isAdministrator: true }))
    const { me, file } = await person(enterprise)
    const link = await makeLink(me, file, { password_protected: true, password: 'k7m3' })
    const { share_links } = await administrator.call('GET /apps/share_links/enterprise_list', {
      search_string: file.name,
    })
    assert.deepEqual(
      share_links.map(({ id, password }) => ({ id, password })),
      [{ id: link.id, password: '' }],
    )
    const { share_links: closed } = await administrator.call('POST /apps/share_links/close', {
      share_link_ids: [link.id],
    })
    assert.equal(closed[0]!.closed, null)
    assert.notEqual(closed[0]!.closed_by_administrator, null)
    await me.refused('POST /apps/share_links/reopen', { share_link_id: link.id }, 'permission_denied')
    await administrator.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await administrator.refused('POST /apps/share_links/reopen', { share_link_id: link.id }, 'permission_denied')
    const edit = { share_link_id: link.id, ...editing({}) }
    await administrator.refused('POST /apps/share_links/edit', edit, 'share_link_not_found')
  })

  test('the audit log records each of these actions', async () => {
    const administrator = await signIn(await make.user({ enterprise, isAdministrator: true }))
    const { me, file, user } = await person(enterprise)
    const link = await makeLink(me, file)
    await me.call('POST /apps/share_links/edit', { share_link_id: link.id, ...editing({ description: 'x' }) })
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    const { entries } = await administrator.call('GET /apps/audit/list', { user: user.login })
    const fileEntries = entries.filter(({ item }) => item?.id === file.id)
    assert.deepEqual(
      fileEntries.map(({ deed }) => deed),
      ['share_reopened', 'share_closed', 'share_changed', 'share_created'],
    )
    assert.deepEqual(fileEntries[0]!.detail, { serial_number: link.serial_number })
  })

  function editing(settings: Parameters<typeof making>[1]) {
    const {
      item_typed_id: _item,
      item_typed_ids: _items,
      current_version: _version,
      ...rest
    } = making({ id: 0, is_folder: false }, settings)
    const { group_ids: _groups, invited_user_ids: _users, ...edited } = rest
    return edited
  }
})
