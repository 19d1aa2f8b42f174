import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { begin, Sharing } from '../../support/shares/sharing'
import { makeLink, type Visitor } from '../../support/shares/shares'

let sharing: Sharing
let make: Sharing['make']
let enterprise: EnterpriseRow
let owner: UserRow
let me: Client

before(async () => {
  sharing = await Sharing.open({ config: { shareDomains: ['https://pan.mingde.example'] } })
  ;({ make, enterprise, owner, me } = sharing)
})
beforeEach(() => sharing.rewind())
after(() => sharing.close())

const signIn = (user: UserRow) => sharing.signIn(user)
const visitorOf = (uniqueName: string, session?: Client) => sharing.visitorOf({ unique_name: uniqueName }, session)
const newVersion = (file: ItemRow, name: string, content: string) => sharing.newVersion(file, name, content)
const linkNow = (id: number) => sharing.linkNow(id)

describe('[AH-06] limits', () => {
  test('a preview counts once per visit and file, however often it is requested; opening does not count', async () => {
    const folder = await make.folder({ owner })
    const [one, other] = [await make.file({ parent: folder }), await make.file({ parent: folder })]
    const link = await makeLink(me, folder, { is_preview_limit: true, preview_limit: 2 })
    const visitor = visitorOf(link.unique_name)
    for (let at = 0; at < 3; at++) await visitor.open()
    await previewed(visitor, one)
    await previewed(visitor, one)
    assert.equal((await linkNow(link.id)).preview_count, 1)
    await previewed(visitor, other)
    const late = visitorOf(link.unique_name)
    const { process } = await late.open()
    assert.equal(process.share_link.previews_left, 0)
    await late.refused('GET /apps/representations/info', { file_id: one.id }, 'share_link_preview_limited')
    await previewed(visitor, one)
    sharing.later(7201)
    await visitor.open()
    await visitor.refused('GET /apps/representations/info', { file_id: one.id }, 'share_link_preview_limited')
  })

  deepTest('a visitor with a new grant is the same visitor', async () => {
    const file = await make.file({ owner })
    const link = await makeLink(me, file, { is_preview_limit: true, preview_limit: 1 })
    const visitor = visitorOf(link.unique_name)
    await visitor.open()
    await previewed(visitor, file)
    await visitor.open()
    await previewed(visitor, file)
    const { visitor_count, preview_count } = await linkNow(link.id)
    assert.deepEqual([visitor_count, preview_count], [1, 1])
  })

  describe('a visitor who signs in during a visit continues', () => {
    const signedIn = async (link: { unique_name: string }, { grant }: Pick<Visitor, 'grant'>) => {
      const visitor = visitorOf(link.unique_name, await signIn(await make.user()))
      visitor.client.headers['x-share-grant'] = grant
      await visitor.open()
      return visitor
    }

    test('with their previews and downloads, which are not counted again', async () => {
      const file = await make.file({ owner }, { content: 'one' })
      const limits = { is_preview_limit: true, preview_limit: 1, is_download_limit_v2: true, download_limit_v2: 1 }
      const link = await makeLink(me, file, limits)
      const stranger = visitorOf(link.unique_name)
      await stranger.open()
      await previewed(stranger, file)
      const address = await stranger.download(file)
      const user = await signedIn(link, stranger)
      assert.deepEqual([await user.tryPreview(file), await user.tryDownload(file)], [true, true])
      const { preview_count, download_count } = await linkNow(link.id)
      assert.deepEqual([preview_count, download_count], [1, 1])
      // A download started before continues, too.
      assert.equal((await stranger.fetch(address)).status, 200)
    })

    test('as a single person: a stranger’s grant admits nobody else', async () => {
      const file = await make.file({ owner }, { content: 'one' })
      const link = await makeLink(me, file, { is_preview_limit: true, preview_limit: 1 })
      const stranger = visitorOf(link.unique_name)
      await stranger.open()
      await previewed(stranger, file)
      const first = await signedIn(link, stranger)
      const second = await signedIn(link, stranger)
      const third = await signedIn(link, first)
      assert.deepEqual(
        [await first.tryPreview(file), await second.tryPreview(file), await third.tryPreview(file)],
        [true, false, false],
      )
    })

    deepTest('only as long as the visit would have lasted', async () => {
      const file = await make.file({ owner }, { content: 'one' })
      const link = await makeLink(me, file, { is_preview_limit: true, preview_limit: 1 })
      const stranger = visitorOf(link.unique_name)
      await stranger.open()
      await previewed(stranger, file)
      sharing.later(7000)
      const user = await signedIn(link, stranger)
      assert.equal(await user.tryPreview(file), true)
      sharing.later(300)
      await user.open()
      assert.equal(await user.tryPreview(file), false)
    })
  })

  test('[AH-01] a download counts once for all ranges of its address', async () => {
    const file = await make.file({ owner }, { content: '0123456789' })
    const link = await makeLink(me, file, { is_download_limit_v2: true, download_limit_v2: 1 })
    const visitor = visitorOf(link.unique_name)
    await visitor.open()
    const address = await visitor.download(file)
    const parts: string[] = []
    for (const range of ['bytes=0-3', 'bytes=4-7', 'bytes=8-']) {
      const part = await visitor.fetch(address, { range })
      assert.equal(part.status, 206)
      parts.push(await part.text())
    }
    assert.equal(parts.join(''), '0123456789')
    assert.equal(await visitor.download(file), address)
    assert.equal((await linkNow(link.id)).download_count, 1)
    const late = visitorOf(link.unique_name)
    await late.open()
    await late.refused('GET /apps/files/download', { file_id: file.id }, 'share_link_preview_download_limited')
  })

  deepTest('[AH-01] a started download continues although there is a newer version', async () => {
    const file = await make.file({ owner }, { content: 'old bytes' })
    const visitor = visitorOf((await makeLink(me, file)).unique_name)
    await visitor.open()
    const address = await visitor.download(file)
    await newVersion(file, 'new.txt', 'new')
    assert.equal(await (await visitor.fetch(address)).text(), 'old bytes')
  })

  deepTest('[AH-01] an address of an older version starts no download once the counted one is over', async () => {
    const file = await make.file({ owner }, { content: 'old bytes' })
    const visitor = visitorOf((await makeLink(me, file)).unique_name)
    await visitor.open()
    await visitor.download(file)
    sharing.later(7000)
    const address = await visitor.download(file)
    await newVersion(file, 'newer.txt', 'new')
    assert.equal((await visitor.fetch(address)).status, 200)
    sharing.later(300)
    assert.equal((await visitor.fetch(address)).status, 403)
  })

  test('[LAND-08] a used-up link says so, except to visitors who are still viewing', async () => {
    const file = await make.file({ owner })
    const link = await makeLink(me, file, { disable_download: true, is_preview_limit: true, preview_limit: 1 })
    const visitor = visitorOf(link.unique_name)
    await visitor.open()
    await previewed(visitor, file)
    await visitorOf(link.unique_name).refusedToOpen('share_link_preview_download_limited')
    await visitor.open()
    assert.equal((await linkNow(link.id)).state, 'limit_reached')
  })

  test('[AH-05] without an unlimited download no preview reveals the original', async () => {
    const file = await make.file({ owner }, { name: 'a.txt', content: 'the original' })
    for (const settings of [{ disable_download: true }, { is_download_limit_v2: true, download_limit_v2: 1 }]) {
      const visitor = visitorOf((await makeLink(me, file, settings)).unique_name)
      await visitor.open()
      const info = await previewed(visitor, file)
      assert.equal(info.download_url, null)
      assert.equal(info.category, 'watermark_preview')
    }
  })

  deepTest('raising a limit admits visitors again', async () => {
    const file = await make.file({ owner })
    const link = await makeLink(me, file, { is_preview_limit: true, preview_limit: 1 })
    const [one, other] = [visitorOf(link.unique_name), visitorOf(link.unique_name)]
    await one.open()
    await other.open()
    await previewed(one, file)
    assert.equal(await other.tryPreview(file), false)
    await me.call('POST /apps/share_links/edit', {
      share_link_id: link.id,
      access: 'public',
      description: '',
      due_time: 0,
      disable_download: false,
      password_protected: false,
      password: '',
      is_preview_limit: true,
      preview_limit: 2,
    })
    assert.equal(await other.tryPreview(file), true)
  })
})

describe('[AH-17] visit statistics for the owner', () => {
  test('they count, list visits with person, kind and device, and chart days in the owner’s time zone', async () => {
    const file = await make.file({ owner })
    const link = await makeLink(me, file)
    sharing.now = new Date('2026-11-24T17:30:00Z')
    const guest = await make.user({ name: '访客甲' })
    const signedIn = visitorOf(link.unique_name, await signIn(guest))
    signedIn.client.headers['user-agent'] = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50'
    await signedIn.open()
    await previewed(signedIn, file)
    sharing.now = begin
    const stranger = visitorOf(link.unique_name)
    await stranger.open()
    await stranger.open()
    await stranger.download(file)
    const { visits, total_count } = await me.call('GET /apps/share_links/visits', { share_link_id: link.id })
    assert.equal(total_count, 4)
    assert.deepEqual(
      visits.map(({ kind, user, item_name, device }) => [kind, user?.name ?? null, item_name, device]),
      [
        ['download', null, file.name, 'browser'],
        ['visit', null, '', 'browser'],
        ['preview', '访客甲', file.name, 'wechat'],
        ['visit', '访客甲', '', 'wechat'],
      ],
    )
    const { share_link, visits_by_day } = await me.call('GET /apps/share_links/get', { share_link_id: link.id })
    assert.deepEqual(
      [share_link.visit_count, share_link.visitor_count, share_link.preview_count, share_link.download_count],
      [2, 2, 1, 1],
    )
    assert.deepEqual(visits_by_day.slice(-2), [1, 1])
    // In China both visits were on the 25th.
    const inChina = await me.call('GET /apps/share_links/get', { share_link_id: link.id, zone: 480 })
    assert.deepEqual(inChina.visits_by_day.slice(-2), [0, 2])
  })

  test('a robot that fetches the address first is not a visitor', async () => {
    const link = await makeLink(me, await make.file({ owner }))
    const robot = visitorOf(link.unique_name)
    robot.client.headers['user-agent'] = 'facebookexternalhit/1.1'
    await robot.open()
    assert.equal((await linkNow(link.id)).visit_count, 0)
  })

  test('the first visit notifies the owner once unless turned off, and so does reaching a limit', async () => {
    const person = await make.user({ enterprise })
    const theirs = await signIn(person)
    const file = await make.file({ owner: person }, { name: '成绩单.txt' })
    const link = await makeLink(theirs, file, { is_preview_limit: true, preview_limit: 1 })
    const silent = await makeLink(theirs, file, { is_first_visit_told: false })
    for (const each of [link, link, silent]) await visitorOf(each.unique_name).open()
    const notices = async () =>
      (await theirs.call('GET /apps/messages/get_list', { types: 'share_link' })).messages.map((message) => [
        message.type,
        message.item_name,
        message.most_recent_message.notice?.action,
      ])
    assert.deepEqual(await notices(), [['share_link_notice', '成绩单.txt', 'share_opened']])
    const visitor = visitorOf(link.unique_name)
    await visitor.open()
    await previewed(visitor, file)
    assert.deepEqual(await notices(), [
      ['share_link_notice', '成绩单.txt', 'share_limit'],
      ['share_link_notice', '成绩单.txt', 'share_opened'],
    ])
    const { messages } = await theirs.call('GET /apps/messages/get_list', { types: 'share_link' })
    const { used_up, count } = messages[0]!.most_recent_message.notice!
    assert.deepEqual([used_up, count], ['previews', 1])
  })

  test('[AH-17] the first visit names a person to whom the link was sent, and no other signed-in visitor', async () => {
    const [person, receiver] = [await make.user({ enterprise }), await make.user({ enterprise, name: '陈希' })]
    const theirs = await signIn(person)
    const file = await make.file({ owner: person })
    const sent = await makeLink(theirs, file, { access: 'collaborators', invited_user_ids: [receiver.id] })
    const other = await makeLink(theirs, file)
    for (const { unique_name } of [sent, other]) await visitorOf(unique_name, await signIn(receiver)).open()
    const { messages } = await theirs.call('GET /apps/messages/get_list', { types: 'share_link' })
    assert.deepEqual(
      messages.map((message) => [message.sender_name, message.most_recent_message.notice?.action]),
      [
        ['', 'share_opened'],
        ['陈希', 'share_opened'],
      ],
    )
  })
})

/** Waits until the preview exists. */
async function previewed(visitor: Visitor, file: { id: number }) {
  for (;;) {
    const info = await visitor.preview(file)
    if (info.status === 'generated') return info
    assert.equal(info.reason, null)
  }
}
