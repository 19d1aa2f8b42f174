import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
const day = 86_400_000
const gigabyte = 1024 ** 3

/** Waits until the empty page shows these words. */
async function waitForText(
  phone: Phone,
  title: Parameters<Phone['t']>[0],
  text: Parameters<Phone['t']>[0],
): Promise<void> {
  const seen = () => [phone.host.text('.empty-title'), phone.host.text('.empty-text')]
  await phone.until(() => seen().join() === [phone.t(title), phone.t(text)].join() || assert.fail(seen().join()))
}

const places = ({ host }: Phone) => host.$$('.navigation-row').map((row) => row.text)
/** Waits until the panel lists these spaces, and below them what the user received and shared. */
async function placesBecome(phone: Phone, spaces: string[]): Promise<void> {
  const expected = [...spaces, phone.t('navigation.received'), phone.t('navigation.shares')]
  await phone.until(() => {
    assert.deepEqual(places(phone), expected)
    return true
  })
}

describe('the navigation panel', () => {
  deepTest(
    '[LIST-02] the panel lists frequent, departments to depth 2 and deeper on demand, personal, collaborated, external and trash',
    async (t) => {
      const enterprise = await site.make.enterprise()
      const school = await site.make.department({ enterprise, name: '明德学校' })
      const office = await site.make.department({ parent: school, name: '教务处' })
      const admissions = await site.make.department({ parent: office, name: '招生办公室' })
      const user = await site.make.user({ department: school })
      for (const department of [office, admissions]) await site.make.member(department, user)
      const outside = await site.make.user({ enterprise: await site.make.enterprise({ name: '云舟科技' }) })
      await site.make.collab(await site.make.folder({ owner: outside }), { user }, 'viewer')
      const phone = await openSignedIn(t, site.wire, user)
      const rest = [
        phone.t('space.own'),
        phone.t('space.collab'),
        phone.t('navigation.external', { name: '云舟科技' }),
        phone.t('space.trash'),
      ]
      await phone.openPlaces()
      await placesBecome(phone, [phone.t('space.frequent'), '明德学校', '教务处', ...rest])
      phone.host.tap((await phone.place('教务处')).$('.navigation-toggle')!)
      await placesBecome(phone, [phone.t('space.frequent'), '明德学校', '教务处', '招生办公室', ...rest])
      phone.host.tap((await phone.place('招生办公室')).$('.navigation-place')!)
      await phone.at('files', { space: 'dept', id: String(admissions.id) })
      await phone.goTo(phone.t('space.collab'))
      await phone.at('files', { space: 'collab' })
    },
  )

  deepTest(
    '[LIST-02] a department that cannot be opened only unfolds; its address says whose files they are',
    async (t) => {
      const school = await site.make.department({ name: '明德学校' })
      const office = await site.make.department({ parent: school, name: '教务处' })
      const user = await site.make.user({ department: office })
      const phone = await openSignedIn(t, site.wire, user)
      await phone.openPlaces()
      const rest = (['own', 'collab', 'trash'] as const).map((space) => phone.t(`space.${space}`))
      await placesBecome(phone, [phone.t('space.frequent'), '明德学校', '教务处', ...rest])
      phone.host.tap((await phone.place('明德学校')).$('.navigation-place')!)
      await placesBecome(phone, [phone.t('space.frequent'), '明德学校', ...rest])
      phone.host.tap((await phone.place('明德学校')).$('.navigation-toggle')!)
      await placesBecome(phone, [phone.t('space.frequent'), '明德学校', '教务处', ...rest])

      const stray = await openSignedIn(t, site.wire, user, { query: { space: 'dept', id: String(school.id) } })
      await stray.reads(stray.t('empty.forbidden.title', { name: '明德学校' }))
      await stray.titled('明德学校')
    },
  )

  for (const [sentence, values, hidden] of [
    ['a closed personal space hides personal files', { is_personal_space_closed: true }, 'space.own'],
    ['a personal user has neither departments nor “collaborated with me”', { is_personal: true }, 'space.collab'],
  ] as const) {
    deepTest(`[LIST-02] [CTX-05] ${sentence}`, async (t) => {
      const user = await site.make.user({ enterprise: await site.make.enterprise(values) })
      const phone = await openSignedIn(t, site.wire, user)
      await phone.openPlaces()
      const names = (['space.frequent', 'space.own', 'space.collab', 'space.trash'] as const).filter(
        (name) => name !== hidden,
      )
      await placesBecome(
        phone,
        names.map((name) => phone.t(name)),
      )
    })
  }
})

describe('[LIST-05] a place with nothing to show says why', () => {
  deepTest('empty own, read-only, frequent, collaborated and trash lists have their words', async (t) => {
    const enterprise = await site.make.enterprise()
    const [owner, user] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
    const phone = await openSignedIn(t, site.wire, user)
    await waitForText(phone, 'empty.frequent.title', 'empty.frequent.text')
    for (const space of ['collab', 'trash'] as const) {
      await phone.goTo(phone.t(`space.${space}`))
      await waitForText(phone, `empty.${space}.title`, `empty.${space}.text`)
    }
    await phone.goTo(phone.t('space.own'))
    await waitForText(phone, 'empty.list.title', 'empty.list.text')
    await phone.press(phone.t('empty.list.action'))
    await phone.until('.sheet')
    const lent = await site.make.folder({ owner })
    await site.make.collab(lent, { user }, 'viewer')
    const guest = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(lent.id) } })
    await waitForText(guest, 'empty.list.title', 'empty.list.readOnly')
    assert.equal(guest.host.$('.empty button'), null)
  })

  deepTest('[CTX-05] a closed personal space says so', async (t) => {
    const user = await site.make.user({ enterprise: await site.make.enterprise({ is_personal_space_closed: true }) })
    await site.make.file({ owner: user }, { name: '旧的.txt' })
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'own' } })
    await waitForText(phone, 'empty.closed.title', 'empty.closed.text')
    phone.host.tap(await phone.until('.foot-add'))
    await phone.at('pick')
  })

  deepTest(
    '[ERR-03] an expired enterprise names the administrator, or the configured hotline, which a tap calls',
    async (t) => {
      const user = await site.make.user({
        enterprise: await site.make.enterprise({ expires_at: new Date(Date.now() - day) }),
      })
      await waitForText(await openSignedIn(t, site.wire, user), 'empty.expired.title', 'empty.expired.noHotline')
      site.server.deps.config.customerServiceHotline = '400-820-0000'
      const phone = await openSignedIn(t, site.wire, user)
      await waitForText(phone, 'empty.expired.title', 'empty.expired.hotline')
      await phone.press(phone.t('empty.expired.call', { number: '400-820-0000' }))
      await phone.until(() => phone.host.dialled.length === 1)
      assert.deepEqual(phone.host.dialled, ['400-820-0000'])
      site.server.deps.config.customerServiceHotline = null
    },
  )

  deepTest('[ERR-03] a place that is gone or forbidden has the way home, and a failure can be retried', async (t) => {
    const [user, other] = [await site.make.user(), await site.make.user()]
    await site.make.file({ owner: user }, { name: '说明.txt' })
    const foreign = await site.make.folder({ owner: other })
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(foreign.id) } })
    await waitForText(phone, 'empty.removed.title', 'empty.removed.text')
    await phone.press(phone.t('empty.removed.action'))
    await phone.at('files', { space: 'frequent' })
    site.wire.cut('/file_list/0')
    await phone.goTo(phone.t('space.own'))
    await waitForText(phone, 'empty.failed.title', 'failure.network')
    site.wire.clear()
    await phone.press(phone.t('action.retry'))
    await phone.row('说明.txt')
  })
})

describe('[RT-05] the order that a page is opened with', () => {
  deepTest('the list requests the order of its page’s query', async (t) => {
    const user = await site.make.user()
    for (const name of ['b.txt', 'a.txt', 'c.txt']) await site.make.file({ owner: user }, { name })
    const phone = await openSignedIn(t, site.wire, user, {
      query: { space: 'own', sort_by: 'name', sort_direction: 'desc' },
    })
    await phone.row('a.txt')
    assert.deepEqual(phone.names, ['c.txt', 'b.txt', 'a.txt'])
  })
})

test('[AH-34] recent files appear above the frequent ones, open again and come first', async (t) => {
  const user = await site.make.user()
  const me = await client(site.server).as(user.login)
  for (const name of ['一.zip', '二.zip']) {
    const { id } = await site.make.file({ owner: user }, { name })
    await me.call('POST /recent_items/mark_as_used', { item_typed_id: `file_${id}` })
  }
  const phone = await openSignedIn(t, site.wire, user)
  const recent = () => phone.host.$$('.recent-name').map((node) => node.text.replace(/\s/g, ''))
  await phone.until(() => recent().join() === '二.zip,一.zip')
  assert.equal(phone.host.text('.recent-title'), phone.t('recent.title'))
  phone.host.tap(phone.host.$$('.recent-item')[1]!)
  await phone.at('preview')
  phone.host.back()
  await phone.until(() => recent().join() === '一.zip,二.zip')
  await me.call('POST /apps/files/delete', {
    item_typed_ids: (await me.call('GET /recent_items/get_list', {})).recent_items.map((item) => item.typed_id),
  })
  await phone.goTo(phone.t('space.own'))
  await phone.goTo(phone.t('space.frequent'))
  await phone.until(() => !phone.host.$('.recent'))
})

deepTest('[AH-35] “me” says when storage is nearly full and full', async (t) => {
  const user = await site.make.user({ enterprise: await site.make.enterprise({ user_quota_bytes: 20 * gigabyte }) })
  const use = (used: number) =>
    site.server.deps.db
      .updateTable('items')
      .set({ used_bytes: used * gigabyte } as never)
      .where('personal_of', '=', user.id)
      .execute()
  const phone = await openSignedIn(t, site.wire, user)
  await phone.openMe()
  await phone.until(() => phone.host.text('.me-storage').includes(' / 20'))
  assert.equal(phone.host.$('.me-storage-notice'), null)
  phone.host.back()
  await phone.at('files')
  await use(19)
  await phone.openMe()
  await phone.until(() => phone.host.text('.me-storage-notice') === phone.t('me.nearlyFull', { left: '1 GB' }))
  phone.host.back()
  await phone.at('files')
  await use(20)
  await phone.openMe()
  await phone.until(() => phone.host.text('.me-storage-notice') === phone.t('me.full'))
})
