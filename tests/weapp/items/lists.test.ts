import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import sharp from 'sharp'
import { client } from '../../support/client'
import { frequentWorld } from '../../support/items/frequentWorld'
import { eventually } from '../../support/uploads/upload'
import { openOwn, openSignedIn, Phone } from '../Phone'
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

/** A folder of another enterprise that the user may see and has marked as favourite: its space has no screen yet. */
async function externalFavourite(user: User, stranger: User): Promise<void> {
  const folder = await site.make.folder({ owner: stranger }, { name: '外部的' })
  await site.make.collab(folder, { user }, 'viewer')
  const me = await client(site.server).as(user.login)
  await me.call('POST /apps/frequently_used_items/add', { typed_id: `folder_${folder.id}` })
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

describe('a row', () => {
  deepTest('[ROW-01] a row shows tile or thumbnail, the picture of its folder kind, name, time and size', async (t) => {
    const school = await site.make.enterprise()
    const department = await site.make.department({ enterprise: school, name: '教务处' })
    const user = await site.make.user({ department })
    const [colleague, stranger] = [await site.make.user({ enterprise: school }), await site.make.user()]
    await site.make.folder({ owner: user }, { name: '普通' })
    const owned = await site.make.folder({ owner: user }, { name: '我的协作' })
    await site.make.collab(owned, { user: colleague }, 'viewer')
    await site.make.collab(await site.make.folder({ owner: colleague }, { name: '同事的' }), { user }, 'viewer')
    await externalFavourite(user, stranger)
    for (const name of ['甲.pdf', '乙.docx', '丙.xlsx', '丁.pptx', '戊.mp4', '己.zip', '庚.abc']) {
      await site.make.file({ owner: user }, { name, at: ago(150), content: 'x'.repeat(1536) })
    }
    await site.make.file({ owner: user }, { name: '照片.jpg', content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    const tileOf = async (name: string) => {
      const tile = (await phone.row(name)).$('.tile')!
      return [tile.classes.find((one) => /^tile-/.test(one)), tile.text]
    }
    assert.deepEqual(
      await Promise.all(['甲.pdf', '乙.docx', '丙.xlsx', '丁.pptx', '戊.mp4', '己.zip', '庚.abc'].map(tileOf)),
      [
        ['tile-pdf', 'PDF'],
        ['tile-doc', 'DOC'],
        ['tile-xls', 'XLS'],
        ['tile-ppt', 'PPT'],
        ['tile-video', 'MP4'],
        ['tile-zip', 'ZIP'],
        ['tile-other', 'ABC'],
      ],
    )
    assert.deepEqual(
      [await tileOf('普通'), await tileOf('我的协作')],
      [
        ['tile-folder', ''],
        ['tile-owned_collab', ''],
      ],
    )
    assert.equal((await phone.row('甲.pdf')).$('.row-detail')!.text, `${phone.t('time.minutes', { n: 2 })} · 1.5 KB`)
    assert.equal((await phone.row('普通')).$('.row-detail')!.text.includes(' · '), false)
    assert.ok(await phone.until(() => Phone.pictureOf(phone.rows[phone.names.indexOf('照片.jpg')]!)))

    await phone.goTo(phone.t('space.collab'))
    assert.deepEqual(await tileOf('同事的'), ['tile-invited_collab', ''])
    await phone.goTo('教务处')
    host.tap(await phone.icon('star'))
    await phone.toast('favourite.added')
    await phone.goTo(phone.t('space.frequent'))
    assert.deepEqual(
      [await tileOf('教务处'), await tileOf('外部的')],
      [
        ['tile-department', ''],
        ['tile-external_collab', ''],
      ],
    )
  })

  deepTest(
    '[ROW-02] a row shows two tags and the count of more, encrypted, locked, and the origin of a top-level collaboration folder',
    async (t) => {
      const school = await site.make.enterprise()
      const [user, stranger] = [await site.make.user({ enterprise: school }), await site.make.user()]
      const colleague = await site.make.user({ enterprise: school, name: '李蔚' })
      const { db } = site.server.deps
      const tagged = [
        ['四签.txt', 4],
        ['三签.txt', 3],
        ['两签.txt', 2],
      ] as const
      const files = await Promise.all(tagged.map(([name]) => site.make.file({ owner: user }, { name })))
      for (const [position, name] of ['招生', '对外', '定稿', '2026'].entries()) {
        const { id } = await db
          .insertInto('tags')
          .values({ enterprise_id: school.id, name })
          .returning('id')
          .executeTakeFirstOrThrow()
        const bearers = files.filter((_, index) => position < tagged[index]![1])
        await db
          .insertInto('item_tags')
          .values(bearers.map((file) => ({ item_id: file.id, tag_id: id, position })))
          .execute()
      }
      await site.change(await site.make.file({ owner: user }, { name: '机密.txt' }), { is_encrypted: true })
      const locked = await site.make.file({ owner: user }, { name: '锁住.txt' })
      await site.change(locked, { lock_user_id: colleague.id, lock_kind: 1, locked_at: new Date() })
      await site.make.collab(
        await site.make.folder({ owner: user }, { name: '我共享的' }),
        { user: colleague },
        'viewer',
      )
      const shared = await site.make.folder({ owner: colleague }, { name: '同事的' })
      await site.make.folder({ parent: shared }, { name: '下一层' })
      await site.make.collab(shared, { user }, 'viewer')
      await externalFavourite(user, stranger)
      const phone = await openOwn(t, site.wire, user)
      const marksOf = async (name: string) => (await phone.row(name)).$$('.row-mark').map(({ text }) => text)
      assert.deepEqual(await marksOf('四签.txt'), ['招生', '对外', '+2'])
      assert.deepEqual(await marksOf('三签.txt'), ['招生', '对外', '+1'])
      assert.deepEqual(await marksOf('两签.txt'), ['招生', '对外'])
      assert.deepEqual(await marksOf('机密.txt'), [phone.t('row.encrypted')])
      assert.ok((await phone.row('锁住.txt')).$('.row-locked'))
      assert.ok((await phone.row('锁住.txt')).text.includes(phone.t('row.lockedBy', { name: '李蔚' })))
      assert.deepEqual(await marksOf('我共享的'), [phone.t('row.origin.owned')])
      await phone.goTo(phone.t('space.collab'))
      assert.deepEqual(await marksOf('同事的'), [phone.t('row.origin.invited')])
      await phone.open('同事的')
      assert.deepEqual(await marksOf('下一层'), [])
      await phone.goTo(phone.t('space.frequent'))
      assert.deepEqual(await marksOf('外部的'), [phone.t('row.origin.external')])
    },
  )

  const times: [string, (now: Date) => Date, (phone: Phone) => string | RegExp][] = [
    ['小时', () => ago(5 * 3600 + 60), (phone) => phone.t('time.hours', { n: 5 })],
    [
      '昨天',
      (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 0, 0, 1),
      (phone) => phone.t('time.yesterday'),
    ],
    [
      '前天',
      (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 2, 12),
      (phone) => phone.t('time.dayBefore'),
    ],
    ['日期', () => new Date(2021, 4, 9, 12), () => '2021-05-09'],
  ]
  const sizes: [string, number, string][] = [
    ['字节', 1023, '1023 B'],
    ['千', 1536, '1.5 KB'],
    ['兆', 5 * 2 ** 20, '5 MB'],
    ['吉', 3 * 2 ** 30, '3 GB'],
    ['太', 2 * 2 ** 40, '2 TB'],
  ]
  deepTest('a row shows its time and size in words (the domain tests the arithmetic of ROW-03)', async (t) => {
    const user = await site.make.user()
    for (const [name, size] of sizes)
      await site.change(await site.make.file({ owner: user }, { name: `${name}.txt` }), { size })
    for (const [name, at] of times) await site.make.file({ owner: user }, { name: `${name}.txt`, at: at(new Date()) })
    const phone = await openOwn(t, site.wire, user)
    const detailOf = async (name: string) => (await phone.row(`${name}.txt`)).$('.row-detail')!.text.split(' · ')
    for (const [name, , words] of sizes) assert.equal((await detailOf(name))[1], words)
    for (const [name, , words] of times) {
      const [time] = await detailOf(name)
      const isEarly = name === '昨天' && new Date().getHours() === 23
      if (!isEarly) assert.equal(time, words(phone))
    }
  })

  test('[ROW-04] a thumbnail comes from a signed address of representations/download, image_64 or image_128', async (t) => {
    const user = await site.make.user()
    const file = await site.make.file({ owner: user }, { name: '照片.jpg', content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    const address = new URL(await phone.until(() => Phone.pictureOf(phone.rows[0]!)))
    assert.equal(address.pathname, '/api/apps/representations/download')
    assert.match(address.searchParams.get('kind')!, /^image_(64|128)$/)
    assert.equal(address.searchParams.get('file_id'), String(file.id))
    assert.ok(address.searchParams.get('file_version_key'))
    const { body } = await eventually(async () => {
      const answer = await phone.host.fetchMedia(address.href)
      assert.equal(answer.status, 200)
      return answer
    })
    const { width = 0, height = 0 } = await sharp(body).metadata()
    assert.ok(Math.max(width, height) <= 128 && Math.min(width, height) > 0)
  })

  deepTest('[ROW-05] the properties show the full name, size or contents, who created it, and role', async (t) => {
    const user = await site.make.user({ name: '王珂' })
    const name = `${'很长的名字'.repeat(12)}.txt`
    await site.make.file({ owner: user }, { name, content: 'x'.repeat(2048) })
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    for (let n = 0; n < 3; n += 1) await site.make.file({ parent: folder })
    await site.make.folder({ parent: folder })
    const phone = await openOwn(t, site.wire, user)
    const read = async (of: string) => {
      await phone.menu(of)
      await phone.choose('menu.properties')
      await phone.until('.properties-line')
      await phone.until(() => !phone.host.$('.properties-coming'))
      const lines = phone.host
        .$$('.properties-line')
        .map((line) => [line.$('.properties-label')!.text, line.$('.properties-value')!.text])
      const title = phone.host.text('.properties-name')
      phone.host.back()
      await phone.until(() => !phone.host.$('.properties-line'))
      return { title, lines: Object.fromEntries(lines) as Record<string, string> }
    }
    const line = (key: 'place' | 'size' | 'count' | 'created' | 'role') => phone.t(`properties.${key}`)
    const file = await read(name)
    assert.equal(file.title, name)
    assert.deepEqual([file.lines[line('place')], file.lines[line('size')]], [phone.t('space.own'), '2 KB'])
    const { title, lines } = await read('资料')
    assert.equal(title, '资料')
    assert.equal(lines[line('count')], `${phone.t('row.items', { n: 4 })} · ${phone.t('row.folders', { n: 1 })}`)
    assert.match(lines[line('created')]!, /^王珂 · \d{4}-\d\d-\d\d \d\d:\d\d$/)
    assert.deepEqual([lines[line('size')], lines[line('role')]], [undefined, phone.t('role.owner')])
  })
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

deepTest(
  '[LIST-10] [LIST-11] favourites of every kind open or refuse, and a lost item can only be removed',
  async (t) => {
    const { user, department, elsewhere } = await frequentWorld(site.server, site.make)
    const phone = await openSignedIn(t, site.wire, user)
    const metaOf = async (name: string) => (await phone.row(name)).$('.row-detail')!.text
    const folders = (n: number) => phone.t('row.folders', { n })
    assert.ok((await metaOf('资料')).startsWith(`${phone.t('row.items', { n: 3 })} · ${folders(2)} · `))
    assert.ok(
      (await metaOf('教务处')).startsWith(
        [phone.t('row.items', { n: 3 }), folders(2), phone.t('row.departments', { n: 1 })].join(' · '),
      ),
    )
    assert.equal(await metaOf('云舟科技'), [phone.t('row.items', { n: 2 }), folders(1)].join(' · '))
    assert.deepEqual(
      [await metaOf('试卷.docx'), await metaOf('旧课件')],
      [phone.t('row.forbidden'), phone.t('row.dismissed')],
    )

    await phone.open('云舟科技')
    await phone.at('files', { space: 'external', id: `enterprise_${elsewhere.id}` })
    await phone.icon('star-filled')
    phone.host.back()
    await phone.open('教务处')
    await phone.at('files', { space: 'dept', id: String(department.id) })
    phone.host.back()

    await phone.open('试卷.docx')
    await phone.toast('base.noPermission')
    const removes: [string, (name: string) => Promise<void>][] = [
      ['试卷.docx', (name) => phone.menu(name)],
      ['旧课件', (name) => phone.open(name)],
    ]
    for (const [name, openSheet] of removes) {
      await openSheet(name)
      await phone.until('.sheet .menu-entry')
      assert.deepEqual(
        phone.host.$$('.menu-entry').map((entry) => entry.text),
        [phone.t('menu.unfavourite')],
      )
      await phone.choose('menu.unfavourite')
      await phone.toast('favourite.removed')
      await phone.rowGone(name)
    }
  },
)
