import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Item } from '@/contract/entities'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { isBlue, isRed, pixels } from '../rig/pixels'
import { addressBecomes, openMenu, preview, row, rowsBecome, shown, t, wordsIn } from '../rig/screen'
import { deepTest, sample } from '../../support/deep'
import { withoutRows } from '../rig/withoutRows'

const drive = openDrive()

const metaOf = (page: Page, name: string) => row(page, name).locator('.row-detail').innerText()
const marksOf = (page: Page, name: string) => row(page, name).locator('.row-mark').allInnerTexts()

async function favourite(user: UserRow, folderId: number): Promise<void> {
  await (
    await client(drive.server).as(user.login)
  ).call('POST /apps/frequently_used_items/add', { typed_id: `folder_${folderId}` })
}

/** Makes the list answer with these rows only, each like the first real row except for the given fields. */
async function answerRows(page: Page, changes: readonly Partial<Item>[]): Promise<void> {
  await withoutRows(page)
  await page.route('**/api/apps/files/file_list/**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { items: Item[] }
    const like = body.items[0]!
    const items = changes.map((change, index) => ({ ...like, id: index + 1, typed_id: `file_${index + 1}`, ...change }))
    await route.fulfill({ response: answer, json: { ...body, items, total_count: items.length } })
  })
}

deepTest(
  '[ROW-01] a row is 64 px high and shows thumbnail or type, the picture of its folder kind, name, time and size',
  async () => {
    const [enterprise, elsewhere] = [await drive.make.enterprise(), await drive.make.enterprise()]
    const department = await drive.make.department({ enterprise, name: '教务处' })
    const office = await drive.make.department({ parent: department, name: '招生办公室' })
    const user = await drive.make.user({ department })
    await drive.make.member(office, user)
    const [colleague, stranger] = [
      await drive.make.user({ enterprise }),
      await drive.make.user({ enterprise: elsewhere }),
    ]
    const at = new Date(Date.now() - 2 * 3600_000 - 5000)
    await drive.make.folder({ owner: user }, { name: '普通', at })
    const mine = await drive.make.folder({ owner: user }, { name: '我邀请的', at })
    await drive.make.collab(mine, { user: colleague }, 'viewer')
    const invited = await drive.make.folder({ owner: colleague }, { name: '同事的', at })
    await drive.make.collab(invited, { user }, 'editor')
    const external = await drive.make.folder({ owner: stranger }, { name: '外面的', at })
    await drive.make.collab(external, { user }, 'viewer')
    await favourite(user, external.id)
    await drive.make.file({ owner: user }, { name: '合影.jpg', at, content: await photo() })
    await drive.make.file({ owner: user }, { name: '简章.pdf', at, content: 'x'.repeat(2048) })

    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '简章.pdf').waitFor()
      for (const name of ['普通', '合影.jpg']) {
        assert.equal((await row(page, name).boundingBox())!.height, 64)
        const [title, meta] = [row(page, name).locator('.row-name'), row(page, name).locator('.row-meta')]
        const { y, height } = (await title.boundingBox())!
        assert.ok(y + height <= (await meta.boundingBox())!.y + 1, `${name}: what stands below the name lies over it`)
      }
      assert.equal(await metaOf(page, '简章.pdf'), `${t('time.hours', { n: 2 })} · 2 KB`)
      assert.equal(await metaOf(page, '普通'), t('time.hours', { n: 2 }))
      assert.equal(await row(page, '简章.pdf').locator('.tile').innerText(), 'PDF')
      await until('the thumbnail', async () => {
        const [left, right] = await pixels(row(page, '合影.jpg').locator('.tile'), [
          [0.2, 0.5],
          [0.8, 0.5],
        ])
        return isRed(left) && isBlue(right)
      })
      const pictureOf = (name: string) =>
        row(page, name)
          .locator('.tile')
          .evaluate((tile) => getComputedStyle(tile).backgroundImage)
      const pictures = [await pictureOf('普通'), await pictureOf('我邀请的')]
      await page.goto(`${drive.server.url}/files/collab`)
      await row(page, '同事的').waitFor()
      pictures.push(await pictureOf('同事的'))
      await page.goto(`${drive.server.url}/files/frequent`)
      await row(page, '外面的').waitFor()
      pictures.push(await pictureOf('外面的'))
      await page.goto(`${drive.server.url}/files/dept/${department.id}`)
      await row(page, '招生办公室').waitFor()
      pictures.push(await pictureOf('招生办公室'))
      for (const picture of pictures) assert.match(picture, /^url\(/)
      assert.equal(new Set(pictures).size, 5)
    })
  },
)

test('[ROW-02] a row shows two tags and the count of more, the encrypted mark, the lock, and the origin of a top-level collaboration folder', async () => {
  const enterprise = await drive.make.enterprise()
  const [user, colleague] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise, name: '李蔚' })]
  const { db } = drive.server.deps
  const tagged = [
    ['四签.pdf', 4],
    ['三签.pdf', 3],
    ['两签.pdf', 2],
  ] as const
  const files = await Promise.all(tagged.map(([name]) => drive.make.file({ owner: user }, { name })))
  for (const [position, name] of ['招生', '对外', '终稿', '2026'].entries()) {
    const tag = await db
      .insertInto('tags')
      .values({ enterprise_id: enterprise.id, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const bearers = files.filter((_, index) => position < tagged[index]![1])
    await db
      .insertInto('item_tags')
      .values(bearers.map(({ id }) => ({ item_id: id, tag_id: tag.id, position })))
      .execute()
  }
  const secret = await drive.make.file({ owner: user }, { name: '秘密.docx' })
  await db.updateTable('items').set({ is_encrypted: true }).where('id', '=', secret.id).execute()
  const locked = await drive.make.file({ owner: user }, { name: '锁着.xlsx' })
  await db
    .updateTable('items')
    .set({ lock_kind: 1, lock_user_id: colleague.id, locked_at: new Date() })
    .where('id', '=', locked.id)
    .execute()
  const edited = await drive.make.file({ owner: user }, { name: '在写.ydoc' })
  await db
    .updateTable('items')
    .set({ lock_kind: 3, lock_user_id: colleague.id, locked_at: new Date() })
    .where('id', '=', edited.id)
    .execute()
  const mine = await drive.make.folder({ owner: user }, { name: '我邀请的' })
  await drive.make.collab(mine, { user: colleague }, 'viewer')
  const invited = await drive.make.folder({ owner: colleague }, { name: '同事的' })
  await drive.make.folder({ parent: invited }, { name: '里层' })
  await drive.make.collab(invited, { user }, 'editor')
  const stranger = await drive.make.user()
  const external = await drive.make.folder({ owner: stranger }, { name: '外面的' })
  await drive.make.collab(external, { user }, 'viewer')
  await favourite(user, external.id)

  await drive.visit(user, '/files/own', async (page) => {
    await row(page, '四签.pdf').waitFor()
    assert.deepEqual(await marksOf(page, '四签.pdf'), ['招生', '对外', '+2'])
    assert.deepEqual(await marksOf(page, '三签.pdf'), ['招生', '对外', '+1'])
    assert.deepEqual(await marksOf(page, '两签.pdf'), ['招生', '对外'])
    assert.deepEqual(await marksOf(page, '秘密.docx'), [t('row.encrypted')])
    assert.match(await metaOf(page, '锁着.xlsx'), new RegExp(t('row.lockedBy', { name: '李蔚' })))
    const lock = await row(page, '锁着.xlsx')
      .locator('.row-name')
      .evaluate((name) => getComputedStyle(name, '::after').maskImage)
    assert.match(lock, /^url\(/)
    assert.match(await metaOf(page, '在写.ydoc'), new RegExp(t('row.editedBy', { name: '李蔚' })))
    assert.equal(await row(page, '在写.ydoc').locator('.row-locked').count(), 0)
    assert.deepEqual(await marksOf(page, '我邀请的'), [t('row.origin.owned')])
    await page.goto(`${drive.server.url}/files/collab`)
    await row(page, '同事的').waitFor()
    assert.deepEqual(await marksOf(page, '同事的'), [t('row.origin.invited')])
    await row(page, '同事的').locator('.row-open').tap()
    await row(page, '里层').waitFor()
    assert.deepEqual(await marksOf(page, '里层'), [])
    await page.goto(`${drive.server.url}/files/frequent`)
    await row(page, '外面的').waitFor()
    assert.deepEqual(await marksOf(page, '外面的'), [t('row.origin.external')])
  })
})

describe('[ROW-03] sizes B to YB, base 1024; times by seconds, minutes, hours, yesterday, the day before, the date', () => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
  const now = new Date('2026-03-20T15:00:00+08:00')
  const ago = (seconds: number) => now.getTime() / 1000 - seconds
  const hour = 3600
  const times = {
    'zh-CN': [
      '1 秒前',
      '59 秒前',
      '1 分钟前',
      '59 分钟前',
      '1 小时前',
      '23 小时前',
      '昨天',
      '前天',
      '03-17',
      '2025-12-31',
    ],
    en: [
      '1 second ago',
      '59 seconds ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      'Yesterday',
      '2 days ago',
      'Mar 17',
      'Dec 31, 2025',
    ],
    'zh-TW': [
      '1 秒前',
      '59 秒前',
      '1 分鐘前',
      '59 分鐘前',
      '1 小時前',
      '23 小時前',
      '昨天',
      '前天',
      '03-17',
      '2025-12-31',
    ],
  }
  const moments = [
    ago(0),
    ago(59),
    ago(60),
    ago(3599),
    ago(hour),
    ago(24 * hour - 1),
    ago(24 * hour),
    ago(48 * hour),
    ago(72 * hour),
    new Date('2025-12-31T12:00:00+08:00').getTime() / 1000,
  ]

  for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
    deepTest(language, async () => {
      const user = await drive.make.user()
      await drive.make.file({ owner: user }, { name: '一个.txt' })
      await drive.visit(
        user,
        nowhere,
        async (page) => {
          await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
          await page.clock.setFixedTime(now)
          await answerRows(
            page,
            moments.map((modified_at, index) => ({
              name: `t${index}.zip`,
              modified_at,
              thumbnail: null,
              size: 1.5 * 1024 ** (index + 1),
            })),
          )
          await page.goto(`${drive.server.url}/files/own`)
          await rowsBecome(
            page,
            moments.map((_, index) => `t${index}.zip`),
          )
          for (const [index, expected] of times[language].entries()) {
            const size = index < units.length - 1 ? `1.5 ${units[index + 1]}` : `${1.5 * 1024 ** (index - 7)} YB`
            assert.equal(await metaOf(page, `t${index}.zip`), `${expected} · ${size}`)
          }
        },
        { timezoneId: 'Asia/Shanghai' },
      )
    })
  }
})

deepTest(
  'thumbnails come from signed representations/download addresses with a version key, or show the type',
  async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
    await drive.make.file({ owner: user }, { name: '坏了.jpg', content: 'no picture' })
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        const answer = await page.waitForResponse(
          (response) => response.url().includes('/representations/download') && response.ok(),
        )
        const { pathname, searchParams } = new URL(answer.url())
        assert.equal(pathname, '/api/apps/representations/download')
        assert.match(searchParams.get('kind') ?? '', /^image_(64|128)$/)
        for (const name of ['file_id', 'file_version_key', 'e', 's']) assert.ok(searchParams.get(name), name)
        assert.equal(await row(page, '坏了.jpg').locator('.tile').innerText(), 'JPG')
      },
      { expected: [/representations\/download/] },
    )
  },
)

test('[ROW-05] the properties show the full name, place, size or contents, who created and changed it and when, role and version', async () => {
  const department = await drive.make.department({ name: '教务处' })
  const user = await drive.make.user({ department, name: '王珂' })
  const folder = await drive.make.folder({ department }, { name: '资料' })
  const long = `${'很长的名字'.repeat(20)}.txt`
  const file = await drive.make.file({ parent: folder }, { name: long, content: 'x'.repeat(1536) })
  await drive.make.folder({ parent: folder })
  for (const language of sample(['zh-CN', 'en'] as const, 1)) {
    const words = wordsIn(language)
    await drive.visit(user, '/login', async (page) => {
      const sheet = shown(page).getByRole('dialog', { name: words('properties.title') })
      const line = (key: 'place' | 'size' | 'count' | 'created' | 'version' | 'role') =>
        sheet
          .locator('.properties-line')
          .filter({ has: page.getByText(words(`properties.${key}`), { exact: true }) })
          .locator('.properties-value')
      const open = async (name: string) => {
        await (await openMenu(page, name, words)).getByRole('button', { name: words('menu.properties') }).tap()
        await line('created')
          .getByText(/\d\d:\d\d$/)
          .waitFor()
      }
      await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
      await page.goto(`${drive.server.url}/files/folder/${folder.id}`)
      await open(long)
      assert.equal(await sheet.getByRole('heading', { level: 2 }).innerText(), long)
      assert.equal(await line('place').innerText(), '教务处 / 资料')
      assert.equal(await line('size').innerText(), '1.5 KB')
      assert.equal(await line('count').count(), 0)
      assert.match(await line('created').innerText(), /^.+ · (\w{3} \d+, \d{4}|\d{4}-\d\d-\d\d) \d\d:\d\d$/)
      assert.equal(await line('role').innerText(), words('role.editor'))
      await page.goBack()
      await page.goto(`${drive.server.url}/files/dept/${department.id}`)
      await open('资料')
      await line('count')
        .getByText(`${words('row.items', { n: 2 })} · ${words('row.folders', { n: 1 })}`)
        .waitFor()
      assert.equal(await line('size').count(), 0)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    })
  }
  assert.ok(file)
})

deepTest('[AH-40] the preview leads to the place of a file, and to its versions', async () => {
  const user = await drive.make.user()
  const folder = await drive.make.folder({ owner: user }, { name: '资料' })
  const file = await drive.make.file({ parent: folder }, { name: '简章.txt', content: '简章' })
  await drive.visit(user, `/files/own?preview=1&file_id=${file.id}`, async (page) => {
    const open = async (key: 'place' | 'version') => {
      const shownPreview = preview(page, '简章.txt')
      await shownPreview.getByRole('button', { name: t('action.more') }).tap()
      await shown(page)
        .getByRole('dialog', { name: '简章.txt' })
        .getByRole('button', { name: t('menu.properties') })
        .tap()
      await shown(page)
        .getByRole('dialog', { name: t('properties.title') })
        .getByRole('button', { name: t(`properties.${key}`) })
        .tap()
    }
    await open('version')
    await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}&tab=version`)
    await page.goBack()
    await open('place')
    await addressBecomes(page, `/files/folder/${folder.id}`)
    await row(page, '简章.txt').waitFor()
  })
})

describe('[ROW-01] a screen reader', () => {
  /** The descriptions that Chromium gives a screen reader of everything that can be pressed. */
  async function heard(page: Page): Promise<string[]> {
    const reader = await page.context().newCDPSession(page)
    const { nodes } = await reader.send('Accessibility.getFullAXTree')
    return nodes
      .filter(({ ignored, role }) => !ignored && role?.value === 'button')
      .map(({ name }) => String(name?.value ?? ''))
  }

  deepTest('a screen reader hears whole names: of rows, of search results and of recent files', async () => {
    const user = await drive.make.user()
    const name = '2026 年秋季招生简章（终稿）.jpg'
    await drive.make.file({ owner: user }, { name, content: await photo() })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '秋季').waitFor()
      const says = async (of: string) => {
        const names = (await heard(page)).filter((each) => /秋季/.test(each))
        assert.ok(names.length > 0, `${of}: nothing`)
        for (const each of names) assert.ok(each.includes(name), `${of}: ${each}`)
        assert.ok(names.every((each) => !/^JPG/.test(each)))
        await assertAccessible(page)
      }
      await says('the list')
      await row(page, '秋季').locator('.row-open').tap()
      await page.waitForURL(/preview/)
      await page.goto(`${drive.server.url}/files/own?search=1&search_text=${encodeURIComponent('秋季')}&search_in=all`)
      await shown(page).locator('.search .row').waitFor()
      await says('the search')
      await page.goto(`${drive.server.url}/files/frequent`)
      await shown(page).locator('.recent-item').waitFor()
      await says('the recent files')
    })
  })
})
