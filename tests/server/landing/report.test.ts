import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ShareLink } from '@/contract/shares/shares'
import type { Client } from '../../support/client'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, type Visitor } from '../../support/shares/shares'

const REPORT = 'POST /apps/share_links/report'
const LIST = 'GET /apps/share_links/reports'

let at: Sharing
let they: Client
let link: ShareLink

before(async () => {
  at = await Sharing.open({ config: { trustedProxies: 1 } })
  they = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
})
beforeEach(async () => {
  at.rewind()
  await takesReports(true)
  await at.server.deps.db.deleteFrom('share_reports').execute()
  link = await makeLink(at.me, await at.make.file({ owner: at.owner }, { name: '骗局.txt' }))
})
after(() => at.close())

const takesReports = (complaints: boolean) =>
  at.server.deps.db.updateTable('enterprises').set({ complaints }).where('id', '=', at.enterprise.id).execute()
const reportInput = ({ uniqueName }: Visitor, text = '要我转账') => ({
  scenario: 'share',
  share_link_token: uniqueName,
  reason: 'fraud' as const,
  text,
  contact: '13800000000',
})
const reported = async (visitor: Visitor) => codeOf(await visitor.client.send(REPORT, reportInput(visitor)))
const from = async (address: string, to: { unique_name: string } = link, session?: Client) => {
  const visitor = at.visitorOf(to, session)
  visitor.client.headers['x-forwarded-for'] = address
  await visitor.open()
  return visitor
}

describe('[LAND-06] reporting a link', () => {
  test('a visitor without an account reports a link, and its enterprise’s administrators read the report', async () => {
    const visitor = await at.opened(link)
    await visitor.client.call(REPORT, reportInput(visitor, '  要我转账  '))
    const { reports, total_count } = await they.call(LIST, {})
    assert.equal(total_count, 1)
    const [{ id: _, ...report } = assert.fail('no report')] = reports
    assert.deepEqual(report, {
      at: at.now.getTime() / 1000,
      reason: 'fraud',
      text: '要我转账',
      contact: '13800000000',
      user: null,
      share_link: {
        id: link.id,
        unique_name: link.unique_name,
        serial_number: link.serial_number,
        item_name: link.item.name,
        owner: { id: at.owner.id, name: at.owner.name },
        state: 'open',
        closed: null,
        closed_by_administrator: null,
      },
    })
    await they.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    const { state, closed, closed_by_administrator } = (await they.call(LIST, {})).reports[0]!.share_link
    assert.deepEqual([state, closed, closed_by_administrator], ['closed', null, at.now.getTime() / 1000])
  })

  test('a signed-in visitor’s report carries their name, and the audit log records it', async () => {
    const guest = await at.make.user({ enterprise: at.enterprise })
    const visitor = await at.opened(link, await at.signIn(guest))
    await visitor.client.call(REPORT, reportInput(visitor))
    assert.equal((await they.call(LIST, {})).reports[0]!.user?.id, guest.id)
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'share_reported' })
    assert.deepEqual([entries[0]!.user!.id, entries[0]!.item!.name], [guest.id, link.item.name])
    assert.deepEqual(entries[0]!.detail, { serial_number: link.serial_number })
  })

  test('[LAND-11] the link’s maker cannot report it, nor anyone where the enterprise or a custom product takes no reports', async () => {
    assert.equal(await reported(await at.opened(link, at.me)), 'permission_denied')
    await takesReports(false)
    assert.equal(await reported(await at.opened(link)), 'permission_denied')
    await takesReports(true)
    at.server.deps.config.customProduct = true
    assert.equal(await reported(await at.opened(link)), 'permission_denied')
    at.server.deps.config.customProduct = false
    assert.equal((await they.call(LIST, {})).total_count, 0)
  })

  test('a report needs a grant for that link', async () => {
    const visitor = at.visitorOf(link)
    assert.equal(await reported(visitor), 'share_grant_expired')
    const other = await at.opened(await makeLink(at.me, await at.make.file({ owner: at.owner })))
    visitor.client.headers['x-share-grant'] = other.grant
    assert.equal(await reported(visitor), 'share_grant_expired')
    assert.equal((await they.call(LIST, {})).total_count, 0)
  })

  test('only administrators of the enterprise list reports, 25 a page, newest first', async () => {
    await at.me.refused(LIST, {}, 'permission_denied')
    const abroad = await at.signIn(await at.make.user({ isAdministrator: true }))
    for (let n = 1; n <= 26; n += 1) {
      const visitor = await from(`10.0.${n}.1`)
      await visitor.client.call(REPORT, reportInput(visitor, `第${n}`))
    }
    assert.equal((await abroad.call(LIST, {})).total_count, 0)
    const { reports, total_count } = await they.call(LIST, {})
    assert.deepEqual([reports.length, reports[0]!.text, total_count], [25, '第26', 26])
    assert.deepEqual(
      (await they.call(LIST, { offset: 25 })).reports.map(({ text }) => text),
      ['第1'],
    )
  })
})

describe('limits on reports', () => {
  test('one address reports a link three times a day, also as new visitors and concurrently', async () => {
    const visitors = await Promise.all(Array.from({ length: 8 }, () => from('10.1.0.1')))
    const codes = await Promise.all(visitors.map(reported))
    assert.equal(codes.filter((code) => code === 'success').length, 3)
    assert.equal(codes.filter((code) => code === 'share_report_too_often').length, 5)
    assert.equal(await reported(await from('10.1.0.2')), 'success')
    at.later(86_400)
    assert.equal(await reported(await from('10.1.0.1')), 'success')
  })

  test('one user reports a link three times, from any address', async () => {
    const session = await at.signIn(await at.make.user())
    const codes: string[] = []
    for (let n = 1; n <= 4; n += 1) codes.push(await reported(await from(`10.2.0.${n}`, link, session)))
    assert.deepEqual(codes, ['success', 'success', 'success', 'share_report_too_often'])
  })

  test('one address sends twenty reports of any links', async () => {
    const codes: string[] = []
    for (let n = 1; n <= 21; n += 1) {
      const other = await makeLink(at.me, await at.make.file({ owner: at.owner }))
      codes.push(await reported(await from('2001:db8::1', other)))
    }
    assert.deepEqual([...new Set(codes.slice(0, 20)), codes[20]], ['success', 'share_report_too_often'])
  })
})
