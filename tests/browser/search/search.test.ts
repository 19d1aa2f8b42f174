import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, preview, row, shown, t } from '../rig/screen'
import { words, panel, field, found, openSearch, findsBecome } from './searchPanel'

let user: UserRow
let folderId: number
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))

const drive = openDrive({}, async ({ deps }) => {
  const make = factories(deps)
  user = await make.user({ name: '王珂' })
  const folder = await make.folder({ owner: user }, { name: '招生资料', at: minute(9) })
  folderId = folder.id
  await make.file({ parent: folder }, { name: '招生简章.zip', at: minute(8) })
  await make.file({ parent: folder }, { name: '采 购 合 同.docx', at: minute(7) })
  const noted = await make.file({ owner: user }, { name: '附件.txt', at: minute(6) })
  await deps.db
    .updateTable('items')
    .set({ description: '这是 2026 年秋季招生工作的全部附件，共三份' })
    .where('id', '=', noted.id)
    .execute()
  await make.file({ owner: user }, { name: '去年招生.txt', at: minute(5) })
})

/** The queries of search requests, in order. */
function asksOf(page: Page): URLSearchParams[] {
  const asks: URLSearchParams[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/apps/files/search')) asks.push(searchParams)
  })
  return asks
}

describe('searching', () => {
  test('[SRCH-03] matches are marked in names and, where the name does not match, in the field that does', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '招生资料').waitFor()
      await openSearch(page)
      assert.ok(await field(page).evaluate((input) => input === document.activeElement))
      await panel(page).getByText(words('search.hint.title')).waitFor()
      await field(page).fill('招生')
      await field(page).press('Enter')
      await findsBecome(page, ['[招生]资料', '[招生]简章.zip', '去年[招生].txt', '附件.txt'])
      await panel(page)
        .getByText(words('search.found', { n: 4 }))
        .waitFor()
      assert.match(await found(page, '附件.txt').locator('.row-hits').innerText(), /^描述 …?.*招生工作/)
      assert.equal(await found(page, '附件.txt').locator('.row-hits .search-hit').innerText(), '招生')
      for (const name of ['附件.txt', '去年招生.txt']) {
        const place = found(page, name).locator('.row-where')
        assert.match(await place.innerText(), new RegExp(`^${t('space.own')} · .*\\d.* · \\d+ B$`))
        const [line, whole] = [(await place.boundingBox())!, (await found(page, name).boundingBox())!]
        assert.ok(line.y >= whole.y && line.y + line.height <= whole.y + whole.height, name)
      }
      await field(page).fill('王珂')
      await field(page).press('Enter')
      await until(
        'the creator',
        async () => (await found(page, '招生资料').locator('.search-hit').allInnerTexts().then(String)) === '王珂',
      )
      assert.match(
        await found(page, '招生资料').locator('.row-hits').innerText(),
        new RegExp(words('search.field.creator')),
      )
      await field(page).fill('合同')
      await field(page).press('Enter')
      await findsBecome(page, ['采 购 [合 同].docx'])
    })
  })

  deepTest(
    '[SRCH-02] one request goes out one second after the last letter, trimmed; blanks request nothing',
    async () => {
      await drive.visit(user, '/files/own', async (page) => {
        await row(page, '招生资料').waitFor()
        const asks = asksOf(page)
        await openSearch(page)
        await field(page).pressSequentially(' 招 生 ', { delay: 30 })
        await found(page, '招生简章').waitFor()
        assert.deepEqual(
          asks.map((ask) => ask.get('query_words')),
          ['招生'],
        )
        await field(page).fill('   ')
        await panel(page).getByText(words('search.hint.title')).waitFor()
        await field(page).press('Enter')
        await field(page).fill('招')
        await field(page).press('Enter')
        await found(page, '招生简章').waitFor()
        assert.deepEqual(
          asks.map((ask) => ask.get('query_words')),
          ['招生', '招'],
        )
        await field(page).fill('长'.repeat(130))
        assert.equal((await field(page).inputValue()).length, 100)
      })
    },
  )

  deepTest(
    '[SRCH-01] the search covers the place where it was opened, or all files; the frequent space searches everywhere',
    async () => {
      await drive.visit(user, `/files/folder/${folderId}`, async (page) => {
        await row(page, '招生简章').waitFor()
        const asks = asksOf(page)
        await openSearch(page)
        await field(page).fill('招生')
        await field(page).press('Enter')
        await findsBecome(page, ['[招生]简章.zip'])
        await panel(page)
          .getByRole('radio', { name: words('search.in.all') })
          .tap()
        await findsBecome(page, ['[招生]资料', '[招生]简章.zip', '去年[招生].txt', '附件.txt'])
        assert.deepEqual(
          asks.map((ask) => ask.get('search_in_folder')),
          [String(folderId), null],
        )
        await addressBecomes(
          page,
          `/files/folder/${folderId}?search=1&search_in=all&search_text=${encodeURIComponent('招生')}`,
        )
        await page.goto(`${drive.server.url}/files/frequent`)
        await openSearch(page)
        assert.equal(await panel(page).getByRole('radio').count(), 0)
        await field(page).fill('去年招生')
        await field(page).press('Enter')
        await findsBecome(page, ['[去年招生].txt'])
      })
    },
  )

  test('[SRCH-04] the address holds words and scope: a reload shows them again, and back returns to the list', async () => {
    const searched = `/files/own?search=1&search_in=current&search_text=${encodeURIComponent('招生')}`
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '招生资料').waitFor()
      await openSearch(page)
      await addressBecomes(page, '/files/own?search=1&search_in=current')
      await field(page).fill('招生')
      await addressBecomes(page, searched)
      await page.reload()
      await findsBecome(page, ['[招生]资料', '[招生]简章.zip', '去年[招生].txt', '附件.txt'])
      assert.deepEqual([await field(page).inputValue(), address(page)], ['招生', searched])
      await page.goBack()
      await panel(page).waitFor({ state: 'detached' })
      assert.equal(address(page), '/files/own')
      await row(page, '招生资料').waitFor()
    })
    // A fresh deep link opens above its list.
    await drive.visit(user, searched, async (page) => {
      await found(page, '招生简章').waitFor()
      await panel(page)
        .getByRole('button', { name: t('action.back') })
        .tap()
      await panel(page).waitFor({ state: 'detached' })
      await addressBecomes(page, '/files/own')
    })
  })

  deepTest(
    '[RT-02] /files/search opens the search everywhere; [RT-10] a flag without search_in is dropped, search_text may be missing',
    async () => {
      await drive.visit(user, `/files/search?search_in=all&search_text=${encodeURIComponent('去年')}`, async (page) => {
        await findsBecome(page, ['[去年]招生.txt'])
        await addressBecomes(page, `/files/frequent?search=1&search_in=all&search_text=${encodeURIComponent('去年')}`)
        await page.goBack()
        await panel(page).waitFor({ state: 'detached' })
        await addressBecomes(page, '/files/frequent')
        await page.goto(`${drive.server.url}/files/own?search=1&search_text=a`)
        await row(page, '招生资料').waitFor()
        assert.deepEqual([address(page), await panel(page).count()], ['/files/own', 0])
        await page.goto(`${drive.server.url}/files/own?search=1&search_in=all`)
        await panel(page).getByText(words('search.hint.title')).waitFor()
      })
    },
  )

  deepTest('a result opens like any row, and back returns to the results', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '招生资料').waitFor()
      await openSearch(page)
      await field(page).fill('招生')
      await found(page, '招生资料').locator('.row-open').tap()
      await addressBecomes(page, `/files/folder/${folderId}`)
      await row(page, '采 购 合 同').waitFor()
      await page.goBack()
      await findsBecome(page, ['[招生]资料', '[招生]简章.zip', '去年[招生].txt', '附件.txt'])
      await found(page, '招生简章').locator('.row-open').tap()
      await preview(page, '招生简章.zip').waitFor()
      await page.goBack()
      await preview(page, '招生简章.zip').waitFor({ state: 'detached' })
      await findsBecome(page, ['[招生]资料', '[招生]简章.zip', '去年[招生].txt', '附件.txt'])
    })
  })

  deepTest('the menu of a result renames in place, here and in the list below, and deletes the row', async () => {
    const owner = await drive.make.user()
    for (const name of ['甲稿.txt', '乙稿.txt']) await drive.make.file({ owner }, { name })
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '甲稿').waitFor()
      await openSearch(page)
      await field(page).fill('稿')
      await found(page, '甲稿')
        .getByRole('button', { name: t('row.more', { name: '甲稿.txt' }) })
        .tap()
      await page
        .getByRole('dialog', { name: '甲稿.txt' })
        .getByRole('button', { name: t('menu.rename') })
        .tap()
      await shown(page)
        .getByRole('textbox', { name: t('name.label') })
        .fill('甲定稿')
      await shown(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await found(page, '甲定稿').waitFor()
      await found(page, '乙稿')
        .getByRole('button', { name: t('row.more', { name: '乙稿.txt' }) })
        .tap()
      await page
        .getByRole('dialog', { name: '乙稿.txt' })
        .getByRole('button', { name: t('menu.delete') })
        .tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('remove.confirm') })
        .tap()
      await findsBecome(page, ['甲定[稿].txt'])
      await panel(page)
        .getByText(words('search.found', { n: 1 }))
        .waitFor()
      await page.goBack()
      await panel(page).waitFor({ state: 'detached' })
      await row(page, '甲定稿').waitFor()
      assert.equal(await row(page, '乙稿').count(), 0)
    })
  })
})

describe('[LIST-05] a search without results to show', () => {
  deepTest('a search without a match names the words and offers all files', async () => {
    await drive.visit(
      user,
      `/files/folder/${folderId}?search=1&search_in=current&search_text=${encodeURIComponent('去年')}`,
      async (page) => {
        await panel(page)
          .getByText(words('search.none.title', { words: '去年' }))
          .waitFor()
        await panel(page)
          .getByRole('button', { name: words('search.none.action') })
          .tap()
        await findsBecome(page, ['[去年]招生.txt'])
        await field(page).fill('没有的')
        await panel(page)
          .getByText(words('search.none.title', { words: '没有的' }))
          .waitFor()
        assert.equal(
          await panel(page)
            .getByRole('button', { name: words('search.none.action') })
            .count(),
          0,
        )
      },
    )
  })

  deepTest('a failure is reported and can be retried', async () => {
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await row(page, '招生资料').waitFor()
        await page.route('**/apps/files/search?**', (route) => route.abort())
        await openSearch(page)
        await field(page).fill('招生')
        await panel(page).getByText(t('empty.failed.title')).waitFor()
        await page.unroute('**/apps/files/search?**')
        await panel(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await found(page, '招生简章').waitFor()
      },
      { expected: [/ERR_FAILED/] },
    )
  })
})

deepTest(
  '[LIST-09] an enterprise that shares with a guest stands in the panel and is a list with a title; others see none',
  async () => {
    const company = await drive.make.enterprise({ name: '云舟科技' })
    const outsider = await drive.make.user({ enterprise: company })
    const guest = await drive.make.user()
    const shared = await drive.make.folder({ owner: outsider }, { name: '需求' })
    await drive.make.file({ parent: shared }, { name: '说明.txt' })
    await drive.make.collab(shared, { user: guest }, 'viewer')
    const places = (page: Page) => shown(page).getByRole('dialog', { name: t('navigation.title') })
    const openPlaces = (page: Page) =>
      shown(page)
        .getByRole('button', { name: t('header.chooseSpace', { name: t('space.own') }) })
        .tap()
    await drive.visit(guest, '/files/own', async (page) => {
      await openPlaces(page)
      await places(page)
        .getByText(t('navigation.external', { name: '云舟科技' }))
        .tap()
      await addressBecomes(page, `/files/external/enterprise_${company.id}`)
      await shown(page).getByRole('heading', { name: '云舟科技' }).waitFor()
      await row(page, '需求').locator('.tile-external_collab').waitFor()
      await page.reload()
      await row(page, '需求').locator('.row-open').tap()
      await row(page, '说明.txt').waitFor()
      await page.goto(`${drive.server.url}/files/external/enterprise_999999`)
      await shown(page).getByText(t('empty.removed.title')).waitFor()
      for (const nowhere of ['/files/external', '/files/external/7', '/files/external/group_7']) {
        await page.goto(drive.server.url + nowhere)
        await addressBecomes(page, '/files/frequent')
      }
    })
    await drive.visit(user, '/files/own', async (page) => {
      const answered = page.waitForResponse(/get_external_enterprises/)
      await openPlaces(page)
      await answered
      await places(page).getByText(t('space.own')).waitFor()
      assert.equal(
        await places(page)
          .getByText(/^外部 · /)
          .count(),
        0,
      )
    })
  },
)
