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

type User = Awaited<ReturnType<typeof site.make.user>>

/** The time so many seconds ago. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** A folder of another enterprise that the user may see and has marked as favourite: its space has no screen yet. */
async function externalFavourite(user: User, stranger: User): Promise<void> {
  const folder = await site.make.folder({ owner: stranger }, { name: '外部的' })
  await site.make.collab(folder, { user }, 'viewer')
  const me = await client(site.server).as(user.login)
  await me.call('POST /apps/frequently_used_items/add', { typed_id: `folder_${folder.id}` })
}

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
      const edited = await site.make.file({ owner: user }, { name: '在写.txt' })
      await site.change(edited, { lock_user_id: colleague.id, lock_kind: 3, locked_at: new Date() })
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
      assert.equal((await phone.row('在写.txt')).$('.row-locked'), null)
      assert.ok((await phone.row('在写.txt')).text.includes(phone.t('row.editedBy', { name: '李蔚' })))
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
    assert.equal((await phone.dialog()).text, phone.t('base.noPermission'))
    await phone.answer('ask.action')
    await phone.toast('ask.sent')
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
