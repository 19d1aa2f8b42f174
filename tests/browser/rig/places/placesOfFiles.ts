import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { frequentWorld } from '../../../support/items/frequentWorld'
import { packed } from '../../../support/samples/archives'
import { recording } from '../../../support/samples/media'
import { docx, pdf, turnedPages } from '../../../support/samples/samples'
import { paperPhoto } from '../../../support/scans/paperPhoto'
import { upload } from '../../../support/uploads/upload'
import type { Drive } from '../drive'
import { documentWorld } from '../../documents/documentPage'
import { makeAlbum } from '../../items/photoWorld'
import { there, type Place } from './places'
import { openMe, openMenu, shown } from '../screen'
import { withoutRows } from '../withoutRows'

/** Every space with items, a list that loads, one that failed, previews of each kind, and the picker of places. */
export async function placesOfFiles(drive: Drive, t: Words<PackageName>): Promise<Place[]> {
  const { make, server } = drive
  const { user, me, elsewhere, department, folder, gone } = await frequentWorld(server, make)
  const own = async (name: string, content: Buffer | string) => (await make.file({ owner: user }, { name, content })).id
  const text = await own('开放日安排与报名须知（终稿）.txt', '欢迎报名\n'.repeat(40))
  await upload(me, '开放日安排.txt', Buffer.from('改了结尾'), { target_file_id: text, remark: '改了结尾' })
  const { id: first } = await server.deps.db
    .selectFrom('versions')
    .select('id')
    .where('item_id', '=', text)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const table = Array.from({ length: 60 }, (_, at) =>
    at === 0 ? '姓名,班级,分数,电话,备注' : `王${at},${at} 班,${at * 1.5},1390000,`,
  ).join('\n')
  const waiting = await own('很慢.pdf', await pdf())
  const charter = await own('章程草案.docx', docx('章程'))
  await make.folder({ parent: await make.folder({ owner: user }, { name: '往年招生' }) }, { name: '秋季' })
  const previews = [
    ['a text', text, '.reading-row'],
    ['a table', await own('报名表.csv', table), '.grid-cell'],
    ['a document', await own('招生简章.docx', docx('招生简章')), '.pdf-page canvas'],
    ['a sound', await own('校歌.mp3', await recording({ extension: 'mp3', audio: 'libmp3lame' })), '.sound-times'],
    ['a video', await own('宣讲.mp4', await recording({ extension: 'mp4', video: 'libx264' })), '.video-player'],
    ['an archive', await own('资料.zip', await packed('a.zip', [], { '一.txt': '1', '二.txt': '2' })), '.archive .row'],
    [
      'a locked archive',
      await own('成绩.7z', await packed('b.7z', ['-psecret', '-mhe'], { '一.txt': '1' })),
      '.preview-state',
    ],
    ['an odd file', await own('数据.xyz', '数据'), '.preview-state'],
  ] as const
  const handbook = await own('手册.pdf', await pdf({ pages: Array.from({ length: 9 }, (_, at) => `Handbook ${at}`) }))
  for (const name of ['章程初稿.docx', '章程二稿.docx', '章程三稿.docx', '章程送审稿.docx', '章程.docx'])
    await me.call('POST /apps/files/edit', { item_typed_id: `file_${charter}`, name })
  const album = await makeAlbum(drive)
  const together = await documentWorld(drive, 'previewer')
  const list = there('.row')
  const anew = async (page: Page, change: () => Promise<unknown>) => {
    await withoutRows(page)
    await change()
    await page.goto(`${server.url}/files/own`)
  }
  const places: Place[] = [
    { name: 'the frequent', address: '/files/frequent', show: list },
    { name: 'a department', address: `/files/dept/${department.id}`, show: list },
    { name: 'shared with one', address: '/files/collab', show: list },
    { name: 'of another company', address: `/files/external/enterprise_${elsewhere.id}`, show: list },
    { name: 'a folder', address: `/files/folder/${folder.id}`, show: list },
    {
      name: 'a grid of pictures',
      address: `/files/folder/${album.folder.id}`,
      user: album.user,
      show: there('.photo-picture'),
    },
    {
      name: 'a text that several people edit',
      address: together.address,
      user: together.owner,
      show: there('.document-tools'),
    },
    {
      name: 'a text that may only be read',
      address: together.address,
      user: together.other,
      show: there('.document-text[aria-readonly="true"]'),
    },
    { name: 'the trash', address: '/files/trash', show: list },
    { name: 'a row of the trash', address: `/files/trash?actionsheet=folder_${gone.id}`, show: there('.menu-entry') },
    { name: 'a new folder', address: '/files/own?createrename=new', show: there('.dialog') },
    { name: 'a search', address: '/files/own?search=1&search_in=all', show: there('.search-input') },
    { name: 'found', address: `/files/own?search=1&search_in=all&search_text=招生`, show: there('.search .row') },
    {
      name: 'the kinds of a search',
      address: `/files/own?search=1&search_in=all&search_text=招生&search_filter=folder`,
      async show(page) {
        await there('.search .row')(page)
        await page.locator('.search-filter').first().tap()
        await there('.menu-entry')(page)
      },
    },
    {
      name: 'the dates of a search',
      address: '/files/own?search=1&search_in=all',
      async show(page) {
        await there('.search-filter')(page)
        await page.locator('.search-filter').nth(1).tap()
        await there('.search-dates')(page)
      },
    },
    {
      name: 'the people of a search',
      address: '/files/own?search=1&search_in=all',
      async show(page) {
        await there('.search-filter')(page)
        await page.locator('.search-filter').nth(2).tap()
        await there('.search-person')(page)
      },
    },
    { name: 'not found', address: '/files/own?search=1&search_in=all&search_text=qwxz', show: there('.search .empty') },
    {
      name: 'a list on its way',
      address: '/login',
      async show(page) {
        await anew(page, () => page.route('**/file_list/**', () => undefined))
        await there('.skeleton')(page)
      },
    },
    {
      name: 'a list that did not come',
      address: '/login',
      expected: [/file_list/],
      async show(page) {
        await anew(page, () => page.route('**/file_list/**', (route) => route.fulfill({ status: 500, json: {} })))
        await there('.empty')(page)
      },
    },
    {
      name: 'a list without a network',
      address: '/files/own',
      expected: [/ERR_INTERNET_DISCONNECTED/],
      async show(page) {
        await list(page)
        await page.waitForLoadState('networkidle')
        await page.context().setOffline(true)
        await there('.notice')(page)
      },
    },
    {
      name: 'nothing kept offline',
      address: '/me',
      async show(page) {
        await shown(page)
          .getByRole('button', { name: t('offline.title') })
          .tap()
        await there('.offline .empty')(page)
      },
    },
    {
      name: 'a kept text',
      address: '/files/own',
      async show(page) {
        const name = '开放日安排与报名须知（终稿）.txt'
        await (await openMenu(page, name, t)).getByRole('button', { name: t('menu.keepOffline') }).tap()
        await openMe(page)
        await shown(page)
          .getByRole('button', { name: t('offline.title') })
          .tap()
        await shown(page)
          .locator('.offline .row')
          .filter({ hasNotText: t('kept.busy') })
          .locator('.row-open')
          .tap()
        await there('.offline-text')(page)
      },
    },
    {
      name: 'a folder that waits for the network, and the list of what waits',
      address: '/files/own',
      expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
      async show(page) {
        await list(page)
        await shown(page).locator('.foot-add').tap()
        await shown(page)
          .getByRole('button', { name: t('name.newFolder'), exact: true })
          .tap()
        await page.context().setOffline(true)
        await there('.notice')(page)
        await shown(page)
          .getByRole('textbox', { name: t('name.label') })
          .fill('2027 年春季招生')
        await shown(page)
          .getByRole('button', { name: t('action.save') })
          .tap()
        await there('.waiting-rows .row')(page)
        await shown(page).locator('.waiting-rows .row-open').tap()
        await there('.offline-change')(page)
      },
    },
    {
      name: 'what happened to a file',
      address: '/files/own',
      async show(page) {
        await (await openMenu(page, '章程.docx', t)).getByRole('button', { name: t('menu.properties') }).tap()
        await there('.activity-row')(page)
        await shown(page)
          .getByRole('button', { name: t('activity.more') })
          .scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'the corners of a scan',
      address: '/files/own',
      async show(page) {
        await list(page)
        await shown(page)
          .getByRole('button', { name: t('list.add') })
          .tap()
        await shown(page)
          .getByRole('button', { name: t('upload.scan.title') })
          .tap()
        const chosen = page.waitForEvent('filechooser')
        await shown(page)
          .getByRole('button', { name: t('upload.scan.media') })
          .tap()
        await (await chosen).setFiles({ name: '合同.jpg', mimeType: 'image/jpeg', buffer: await paperPhoto('合同') })
        await there('.scan-thumb img')(page)
        await there('.scan-photo')(page)
      },
    },
    {
      name: 'what was deleted, to be taken back',
      address: '/files/own',
      user: (await frequentWorld(server, make)).user,
      async show(page) {
        await (await openMenu(page, '简章.pdf', t)).getByRole('button', { name: t('menu.delete') }).tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('menu.delete') })
          .tap()
        await page.getByRole('status').first().waitFor()
      },
    },
    ...previews.map(([name, id, what]) => ({
      name: `the preview of ${name}`,
      address: `/files/own?preview=1&file_id=${id}`,
      show: there(what),
    })),
    {
      name: 'the reading of a document',
      address: `/files/own?preview=1&file_id=${charter}`,
      async show(page) {
        await there('.pdf-page canvas')(page)
        await shown(page).locator('.pages-act-read').tap()
        await there('.reading-row')(page)
      },
    },
    {
      name: 'words found on pages',
      address: `/files/own?preview=1&file_id=${handbook}`,
      async show(page) {
        await there('.pdf-page canvas')(page)
        await shown(page)
          .getByRole('button', { name: t('preview.reading.find') })
          .tap()
        await shown(page).locator('.reading-find-field').fill('handbook')
        await there('.pages-mark-now')(page)
      },
    },
    {
      name: 'small pages',
      address: `/files/own?preview=1&file_id=${handbook}`,
      async show(page) {
        await there('.pdf-page canvas')(page)
        await shown(page)
          .getByRole('button', { name: t('preview.pages.small') })
          .tap()
        await there('.pages-thumb canvas')(page)
      },
    },
    {
      name: 'the way to a page',
      address: `/files/own?preview=1&file_id=${handbook}`,
      async show(page) {
        await there('.pdf-page canvas')(page)
        await shown(page)
          .getByRole('button', { name: t('preview.goTo.open') })
          .tap()
        await there('.pages-go-field')(page)
      },
    },
    {
      name: 'slides on the whole screen',
      address: `/files/own?preview=1&file_id=${await own('宣讲.pdf', await turnedPages([0, 0], { width: 640, height: 360 }))}`,
      async show(page) {
        await there('.pdf-page canvas')(page)
        await shown(page)
          .getByRole('button', { name: t('preview.pages.full') })
          .tap()
        await there('.slides canvas')(page)
      },
    },
    {
      name: 'an old version',
      address: `/files/own?preview=1&file_id=${text}&version=${first}`,
      async show(page) {
        await there('.preview-bar-old')(page)
        await there('.reading-row')(page)
      },
    },
    {
      name: 'a preview on its way',
      address: `/files/own?preview=1&file_id=${waiting}`,
      async show(page) {
        await page.route('**/representations/info*', async (route) => {
          const response = await route.fetch()
          const json = { ...((await response.json()) as object), status: 'generating', progress: 40, preview_url: null }
          await route.fulfill({ response, json })
        })
        await page.reload()
        await shown(page).getByRole('progressbar').waitFor()
      },
    },
    {
      name: 'where to copy to',
      address: `/files/own?movecopy=copy:file_${text}&selectnav=1`,
      show: there('.navigation'),
    },
    {
      name: 'a folder to copy to',
      address: `/files/own?movecopy=copy:file_${text}`,
      async show(page) {
        const into = (name: string) => shown(page).locator('.pick .row').filter({ hasText: name }).first().tap()
        await into('往年招生')
        await into('秋季')
        await there('.pick-level:not(.pick-hidden) .empty')(page)
      },
    },
    {
      name: 'folders found to copy to',
      address: `/files/own?movecopy=copy:file_${text}`,
      async show(page) {
        await shown(page).locator('.pick').getByText(t('pick.search')).tap()
        const field = shown(page).locator('.pick').getByRole('textbox')
        await field.fill('招生')
        await field.press('Enter')
        await there('.pick .search .row')(page)
      },
    },
  ]
  return places.map((place) => ({ user, ...place }))
}
