import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { openEvents } from '../../support/eventStream'
import { until } from '../../support/until'
import type { LaunchOptions } from '../host'
import { openOwn, openSignedIn } from '../Phone'
import { openSite } from '../site'

const site = openSite({}, { isLive: true })

/** ms between two polls of a list without a stream */
const interval = 20_000
/** ms within which a stream must send its first event */
const mute = 10_000
const events = '/api/events'

/** A folder's owner with a phone, and the same user elsewhere, who acts. */
async function two(t: TestContext, options: Partial<LaunchOptions> = {}) {
  const user = await site.make.user()
  const file = await site.make.file({ owner: user }, { name: '旧.txt' })
  const elsewhere = await client(site.server).as(user.login)
  const phone = await openOwn(t, site.wire, user, options)
  await phone.row('旧.txt')
  const put = (name: string) => elsewhere.call('POST /apps/files/new_folder', { parent_folder_id: 0, name })
  return { file, elsewhere, phone, put }
}

/** The same two, with the phone connected to a stream. */
async function startNotified(t: TestContext) {
  const rig = await two(t)
  await rig.phone.listens(site.server.deps)
  return rig
}

const streams = (count: number) => until(`${count} streams`, () => site.server.deps.live.size() === count)

describe('[AH-20] with a stream the open list changes when somebody acts elsewhere', () => {
  test('a folder, a rename and a deletion appear without a touch, and nothing is polled', async (t) => {
    const { phone, file, elsewhere, put } = await startNotified(t)
    await put('别处的')
    await phone.row('别处的')
    await elsewhere.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name: '新名.txt' })
    await phone.row('新名.txt')
    await elsewhere.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    await phone.rowGone('新名.txt')
    assert.equal(phone.host.waits(interval), 0)
    const [stream, ...others] = phone.host.requests.filter(({ url }) => url.includes(events))
    assert.deepEqual([others.length, stream!.status, stream!.failure], [0, 200, null])
    assert.match(stream!.url, /\?watch=own&client=\w+$/)
    assert.deepEqual([stream!.header.accept, Boolean(stream!.header['auth-token'])], ['text/event-stream', true])
  })

  deepTest('an open sheet is not disturbed, and the list follows when it closes', async (t) => {
    const { phone, elsewhere, put } = await startNotified(t)
    const ear = await openEvents(elsewhere, 'own')
    await phone.menu('旧.txt')
    await phone.until('.sheet')
    await put('别处的')
    await ear.hears('changed own')
    ear.close()
    assert.deepEqual(phone.names, ['旧.txt'])
    phone.host.back()
    await phone.row('别处的')
  })

  test('in the background the stream ends without polling; coming back shows what happened and reconnects', async (t) => {
    const { phone, put } = await startNotified(t)
    phone.host.hide()
    await streams(0)
    assert.deepEqual([phone.host.waits(interval), phone.host.waits(mute)], [0, 0])
    await put('别处的')
    phone.host.show()
    await phone.row('别处的')
    await phone.listens(site.server.deps)
    await put('后来的')
    await phone.row('后来的')
  })

  test('the badge follows the messages', async (t) => {
    const user = await site.make.user()
    const phone = await openSignedIn(t, site.wire, user)
    await phone.until('.foot-messages')
    await phone.listens(site.server.deps)
    const { id } = await site.make.message(user)
    const badge = () => phone.host.$('.icon-button-badge')?.text
    await phone.until(() => badge() === '1')
    const elsewhere = await client(site.server).as(user.login)
    await elsewhere.call('POST /apps/messages/mark_read', { message_ids: [id] })
    await phone.until(() => badge() === undefined)
    assert.equal(phone.host.waits(interval), 0)
  })

  deepTest('only the page on top has a stream', async (t) => {
    const { phone, put } = await startNotified(t)
    await put('里面')
    await phone.open('里面')
    await phone.titled('里面')
    await phone.until(() => phone.asked(events).some((url) => /watch=folder_\d+&/.test(url)))
    await streams(1)
    phone.host.back()
    await phone.titled(phone.t('space.own'))
    await phone.until(() => phone.asked(events).filter((url) => url.includes('watch=own&')).length === 2)
    await streams(1)
  })

  deepTest('after a network failure the stream reconnects, and changes of the meantime appear', async (t) => {
    const { phone, put } = await startNotified(t)
    phone.host.setNetwork('none')
    await streams(0)
    await put('别处的')
    phone.host.setNetwork('wifi')
    await phone.row('别处的')
    await phone.listens(site.server.deps)
    await put('后来的')
    await phone.row('后来的')
  })

  test('after signing out the phone receives no events', async (t) => {
    const { phone } = await startNotified(t)
    await phone.openMe()
    await phone.choose('me.signOut')
    await phone.answer('me.signOut')
    await phone.at('login')
    await streams(0)
    assert.equal(phone.asked(events).length, 1)
  })
})

describe('[AH-20] without a stream the list is polled every 20 s', () => {
  const hindrances: { what: string; options?: Partial<LaunchOptions>; hinder?(): void; isMute?: true }[] = [
    { what: 'an old library', options: { lacks: ['onChunkReceived'] } },
    { what: 'a proxy that keeps the answer back', hinder: () => void site.wire.holdAnswer(events), isMute: true },
    { what: 'a proxy that does not know the way', hinder: () => void site.wire.answer(events, 502) },
    { what: 'too many streams', hinder: () => void site.wire.answer(events, 429) },
    { what: 'a connection that is cut', hinder: () => void site.wire.cut(events) },
  ]
  for (const { what, options, hinder, isMute } of sample(hindrances, 1))
    test(what, async (t) => {
      hinder?.()
      const { phone, put } = await two(t, options)
      await put('别处的')
      await phone.until(() => phone.host.due(2000) > 0)
      if (isMute) await phone.until(() => phone.host.due(mute) > 0)
      await phone.row('别处的')
      await put('后来的')
      await phone.until(() => phone.host.due(interval) > 0)
      await phone.row('后来的')
    })

  deepTest('[LIST-06] a new folder stays on top while nobody else acts, and changes by others appear', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '旧.txt' })
    const elsewhere = await client(site.server).as(user.login)
    await site.make.folder({ owner: user }, { name: '甲' })
    await elsewhere.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      folder_type: 'own',
      sort_by: 'name',
      sort_direction: 'asc',
    })
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'own' }, lacks: ['onChunkReceived'] })
    await phone.row('旧.txt')
    assert.deepEqual(phone.names, ['甲', '旧.txt'])
    await phone.add('name.newFolder')
    await phone.until('.name-form .field-input')
    phone.fill(0, '终')
    phone.host.confirm('.name-form .field-input')
    await phone.row('终')
    await phone.until(() => phone.host.due(2000) > 0)
    // The next poll is due once the last one is answered.
    for (let look = 0; look < 3; look += 1) {
      await phone.until(() => phone.host.due(interval) > 0)
      assert.deepEqual(phone.names, ['终', '甲', '旧.txt'])
    }
    await elsewhere.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '乙' })
    await phone.until(() => phone.host.due(interval) > 0)
    await phone.row('乙')
    assert.deepEqual(phone.names, ['甲', '乙', '终', '旧.txt'])
  })
})
