import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { client } from '../../support/client'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
const row = 64

type User = Awaited<ReturnType<typeof site.make.user>>

/** The time so many seconds ago. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** A screen so low that 25 rows reach well beyond it. */
const low = { windowInfo: { windowHeight: 600 } }

/** So many files, the first one the newest. */
async function userWithFiles(count: number): Promise<User> {
  const user = await site.make.user()
  for (let at = 0; at < count; at += 1)
    await site.make.file({ owner: user }, { name: `第${at}份.txt`, at: ago(60 * (at + 1)) })
  return user
}

/** Waits until the sheet of orders shows that order in force, and closes it. */
async function orderBecomes(phone: Phone, ...words: string[]): Promise<void> {
  await phone.until(() => !phone.host.$('.sort-sheet'))
  phone.host.tap(await phone.until('.search-bar-order'))
  await phone.until('.sort-sheet')
  await phone.until(() => words.every((word) => phone.host.$('.sort-sheet-in-force')!.text.includes(word)))
  phone.host.back()
  await phone.until(() => !phone.host.$('.sort-sheet'))
}

/** The queries of list requests for the own space. */
const pagesAsked = (phone: Phone) => phone.asked('/file_list/0').map((url) => new URLSearchParams(url.split('?')[1]))
const offsets = (phone: Phone) => pagesAsked(phone).map((query) => Number(query.get('offset')))

describe('[LIST-03] pages of a list', () => {
  deepTest(
    'pages of 25 are requested only near the end and once per burst of scrolling, and all 60 rows come in order',
    async (t) => {
      const phone = await openOwn(t, site.wire, await userWithFiles(60), low)
      const { host } = phone
      assert.deepEqual(offsets(phone), [0])
      assert.ok(pagesAsked(phone).every((query) => query.get('limit') === '25'))
      assert.deepEqual(phone.names.slice(0, 3), ['第0份.txt', '第1份.txt', '第2份.txt'])
      const second = site.wire.hold('offset=25')
      for (let top = 0; top <= 25 * row - 600 - 100; top += 40) host.scroll('.virtual-list', top)
      await phone.until(() => second.waiting === 1)
      await phone.reads(phone.t('list.loading'))
      assert.deepEqual(offsets(phone), [0, 25])
      site.wire.clear()
      await phone.until(() => phone.listLength === 50)
      host.scroll('.virtual-list', 40 * row)
      await phone.until(() => phone.listLength === 60)
      host.scroll('.virtual-list', 60 * row - 600)
      await phone.row('第59份.txt')
      assert.deepEqual(
        phone.names,
        phone.names.map((_, at) => `第${at + 60 - phone.names.length}份.txt`),
      )
      await phone.readsNot(phone.t('list.loading'))
      assert.deepEqual(offsets(phone), [0, 25, 50])
    },
  )

  deepTest('offset 0 replaces the rows', async (t) => {
    const user = await userWithFiles(30)
    const phone = await openOwn(t, site.wire, user)
    phone.host.scroll('.virtual-list', 12 * row)
    await phone.until(() => phone.listLength === 30)
    await site.make.file({ owner: user }, { name: '新来的.txt' })
    phone.host.scroll('.virtual-list', 0)
    phone.host.fire('.virtual-list', 'refresherrefresh')
    await phone.row('新来的.txt')
    assert.equal(phone.listLength, 25)
    assert.equal(phone.names[0], '新来的.txt')
  })

  deepTest('a page that fails is offered again below the rows', async (t) => {
    const phone = await openOwn(t, site.wire, await userWithFiles(30), low)
    const cut = site.wire.cut('offset=25')
    phone.host.scroll('.virtual-list', 12 * row)
    await phone.reads(phone.t('list.loadFailed'))
    assert.equal(phone.listLength, 25)
    cut.stop()
    await phone.press(phone.t('list.loadFailed'))
    await phone.until(() => phone.listLength === 30)
  })

  deepTest('the frequent list requests 100', async (t) => {
    const phone = await openSignedIn(t, site.wire, await site.make.user())
    await phone.reads(phone.t('empty.frequent.title'))
    assert.deepEqual(phone.asked('/frequently_used_items/get_list'), [
      '/api/apps/frequently_used_items/get_list?page_size=100',
    ])
  })

  deepTest('scrolling sends only the rows that change', async (t) => {
    const phone = await openOwn(t, site.wire, await userWithFiles(50))
    const { host } = phone
    host.scroll('.virtual-list', 10 * row)
    await phone.until(() => phone.listLength === 50)
    const before = host.setDataLog.length
    for (let top = 10; top < 30; top += 1) {
      host.scroll('.virtual-list', top * row)
      await phone.row(`第${top}份.txt`)
    }
    await phone.until(() => host.setDataLog.length > before)
    const sent = host.setDataLog.slice(before)
    assert.ok(sent.length > 0 && sent.length <= 60, `${sent.length} calls`)
    const keys = sent.flatMap((one) => one.keys)
    assert.deepEqual(
      keys.filter((key) => !/^i\.cn\.\[\d+\]\.packed$/.test(key)),
      [],
    )
  })
})

describe('[LIST-04] sorting', () => {
  const orders = {
    'date desc': ['乙.txt', '丙.txt', '甲.txt'],
    'date asc': ['甲.txt', '丙.txt', '乙.txt'],
    'name asc': ['丙.txt', '甲.txt', '乙.txt'],
    'name desc': ['乙.txt', '甲.txt', '丙.txt'],
    'size desc': ['丙.txt', '甲.txt', '乙.txt'],
    'size asc': ['乙.txt', '甲.txt', '丙.txt'],
  }
  deepTest('each order by date, name and size has a toast, and the server’s order applies, also later', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '甲.txt', at: ago(3000), content: 'x'.repeat(20) })
    await site.make.file({ owner: user }, { name: '乙.txt', at: ago(1000), content: 'x'.repeat(10) })
    await site.make.file({ owner: user }, { name: '丙.txt', at: ago(2000), content: 'x'.repeat(30) })
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    assert.deepEqual(phone.names, orders['date desc'])
    for (const [order, expected] of Object.entries(orders).reverse()) {
      const [by, way] = order.split(' ') as ['date' | 'name' | 'size', 'asc' | 'desc']
      host.tap('.search-bar-order')
      await phone.until('.sort-sheet')
      assert.equal(host.$$('.sort-sheet-order').length, 6)
      const words = [phone.t(`sort.by.${by}`), phone.t(`sort.order.${by}.${way}`)] as const
      host.tap(host.$$('.sort-sheet-order').find(({ text }) => words.every((word) => text.includes(word)))!)
      await phone.toast(`sort.toast.${by}.${way}`)
      await phone.until(() => String(phone.names) === String(expected))
      await orderBecomes(phone, ...words)
    }
    await phone.goTo(phone.t('space.frequent'))
    await phone.reads(phone.t('empty.frequent.title'))
    assert.equal(host.$('.search-bar-order'), null)
    await phone.goTo(phone.t('space.own'))
    await orderBecomes(phone, phone.t('sort.by.date'), phone.t('sort.order.date.desc'))
    assert.deepEqual(phone.asked('sort_by').length, 6)
  })
})

describe('[LIST-06] changes in place', () => {
  deepTest(
    'favourite, rename and delete change the row, un-favouriting in the frequent space removes it, and a new folder comes on top',
    async (t) => {
      const user = await userWithFiles(5)
      const phone = await openOwn(t, site.wire, user)
      await phone.menu('第3份.txt')
      await phone.choose('menu.favourite')
      await phone.toast('favourite.added')
      await phone.menu('第3份.txt')
      await phone.choose('menu.rename')
      await phone.until('.name-form')
      phone.fill(0, '改过的')
      await phone.press(phone.t('action.save'))
      await phone.toast('name.renamed')
      assert.deepEqual(phone.names, ['第0份.txt', '第1份.txt', '第2份.txt', '改过的.txt', '第4份.txt'])
      await phone.menu('第1份.txt')
      await phone.choose('menu.delete')
      await phone.answer('remove.confirm')
      await phone.rowGone('第1份.txt')
      await phone.add('name.newFolder')
      await phone.until('.name-form')
      phone.fill(0, '资料')
      await phone.press(phone.t('action.save'))
      await phone.until(
        () => String(phone.names) === String(['资料', '第0份.txt', '第2份.txt', '改过的.txt', '第4份.txt']),
      )
      assert.deepEqual(offsets(phone), [0])

      await phone.goTo(phone.t('space.frequent'))
      await phone.menu('改过的.txt')
      await phone.choose('menu.unfavourite')
      await phone.reads(phone.t('empty.frequent.title'))
      assert.equal(phone.asked('/frequently_used_items/get_list').length, 1)
      const me = await client(site.server).as(user.login)
      const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
      assert.deepEqual(
        items?.map(({ name }) => name),
        ['资料', '第0份.txt', '第2份.txt', '改过的.txt', '第4份.txt'],
      )
    },
  )
})

describe('[AH-11] pull to refresh', () => {
  deepTest('pulling requests the first page again and ends', async (t) => {
    const user = await userWithFiles(2)
    const phone = await openOwn(t, site.wire, user)
    const list = () => phone.host.$('.virtual-list')!
    assert.equal(list().attr('refresher-enabled'), true)
    await site.make.file({ owner: user }, { name: '新来的.txt' })
    const held = site.wire.hold('/file_list/')
    phone.host.fire('.virtual-list', 'refresherrefresh')
    await phone.until(() => list().attr('refresher-triggered') === true && held.waiting === 1)
    assert.deepEqual(phone.names, ['第0份.txt', '第1份.txt'])
    site.wire.clear()
    await phone.row('新来的.txt')
    await phone.until(() => list().attr('refresher-triggered') === false)
  })

  deepTest('viewers cannot be pulled', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '照片.jpg', content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    await phone.open('照片.jpg')
    await phone.until('.preview-picture')
    assert.equal(phone.host.$('[refresher-enabled]'), null)
  })
})

describe('[CTX-09] mark as used', () => {
  deepTest('opening an item marks it as used, and a failure of that call disturbs nobody', async (t) => {
    const user = await site.make.user()
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    const file = await site.make.file({ parent: folder }, { name: '照片.jpg', content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    const marks = () => phone.host.requests.filter(({ url }) => url.endsWith('/recent_items/mark_as_used'))
    const seen = site.wire.answer('POST /api/recent_items/mark_as_used', 500, 'broken')
    await phone.open('资料')
    await phone.titled('资料')
    await phone.until(() => marks()[0]?.status === 500)
    seen.stop()
    site.wire.cut('POST /api/recent_items/mark_as_used')
    await phone.open('照片.jpg')
    await phone.at('preview', { file_id: String(file.id) })
    await phone.until(() => marks()[1]?.failure)
    assert.equal(phone.host.$('.dialog'), null)
    assert.equal(phone.host.$('.toast'), null)
  })
})
