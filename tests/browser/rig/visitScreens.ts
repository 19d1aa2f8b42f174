import type { Page } from 'playwright-core'
import type { Language } from '@/contract/entities'
import type { UserRow } from '../../../server/database/tables'
import { userWithLinks } from '../../support/shares/linkWorld'
import { photo } from '../../support/samples/samples'
import { decideShares } from '../../support/shares/sharePolicy'
import { makeLink } from '../../support/shares/shares'
import type { Drive } from './drive'
import { openMenu, row, shown, wordsIn } from './screen'
import { sharer } from './visits'

const name = '2026 年秋季招生简章与报名须知 Admission brochure（终稿）'

/** A screen of a visited link, opened by its address. */
export interface Look {
  name: string
  address: string
  /** The signed-in user; nobody if absent. */
  user?: UserRow
  show(page: Page): Promise<void>
}

/** Every state of the pages of links, with their content. */
export async function looksOf(drive: Drive, language: Language): Promise<Look[]> {
  const { make, server } = drive
  const t = wordsIn(language)
  const { user, me, enterprise } = await sharer(drive)
  const around = { complaints: true, share_link_page_title: '明德学校云盘' }
  await server.deps.db.updateTable('enterprises').set(around).where('id', '=', enterprise.id).execute()
  const named = { is_share_force_passwd_switch: false, is_share_shown_before_password: true }
  await decideShares(server.deps, enterprise, named)
  const description = '请各位老师在周五前看完，有意见直接联系我。Please read it by Friday.'
  const picture = await make.file({ owner: user }, { name: `${name}.jpg`, content: await photo() })
  const text = await make.file({ owner: user }, { name: `${name}.txt`, content: '欢迎报名\n'.repeat(40) })
  const odd = await make.file({ owner: user }, { name: `${name}.xyz`, content: '数据' })
  const folder = await make.folder({ owner: user }, { name })
  const inner = await make.folder({ parent: folder }, { name: '原图' })
  for (const each of ['合影.jpg', '图书馆.jpg'])
    await make.file({ parent: folder }, { name: each, content: await photo() })
  await make.file({ parent: folder }, { name: '活动安排.docx', content: '安排' })
  await make.file({ parent: inner }, { name: '里面.txt', content: '里面' })
  const due = Math.floor(Date.now() / 1000) + 30 * 86_400
  const limited = { is_preview_limit: true, preview_limit: 9, due_time: due, description }
  const at = async (...asked: Parameters<typeof makeLink>) => (await makeLink(...asked)).url
  const inChat = (url: string) => url.replace('/share/', '/wx/share/preview/')
  const link = await at(me, folder, { description })
  const { closed, waiting, protectedLink } = await userWithLinks(drive)
  const there = (selector: string) => async (page: Page) =>
    shown(page).locator(selector).first().waitFor({ timeout: 30_000 })
  return [
    {
      name: 'picture',
      address: await at(me, picture, { description }),
      async show(page) {
        await there('.visit-picture-image')(page)
        await shown(page).locator('.visit-picture > .tile').waitFor({ state: 'detached', timeout: 30_000 })
      },
    },
    { name: 'text', address: await at(me, text), show: there('.visit-inline .reading-row') },
    { name: 'card', address: await at(me, picture, limited), show: there('.visit-card') },
    { name: 'folder', address: link, show: there('.row') },
    { name: 'inner', address: `${link}?item=folder_${inner.id}`, show: there('.row') },
    { name: 'order', address: `${link}?sort=1`, show: there('.sort-sheet') },
    {
      name: 'menu',
      address: link,
      async show(page) {
        await row(page, '合影.jpg').waitFor()
        await openMenu(page, '合影.jpg', t)
      },
    },
    {
      name: 'languages',
      address: link,
      async show(page) {
        await row(page, '合影.jpg').waitFor()
        await shown(page).locator('.visit-bar .text-button').first().tap()
        await shown(page).locator('.menu-entry').first().waitFor()
      },
    },
    {
      name: 'report',
      address: link,
      async show(page) {
        await shown(page)
          .getByRole('button', { name: t('visit.report.title'), exact: true })
          .tap()
        await shown(page).locator('.visit-report-reason').nth(1).tap()
      },
    },
    { name: 'search', address: `${link}?search=1&search_in=all&search_text=jpg`, show: there('.search .row') },
    { name: 'password', address: protectedLink.url, show: there('.visit-password') },
    {
      name: 'wrong',
      address: protectedLink.url,
      async show(page) {
        await shown(page).getByLabel(t('visit.password.label'), { exact: true }).fill('k7m2')
        await page.keyboard.press('Enter')
        await shown(page).getByRole('alert').waitFor()
      },
    },
    {
      name: 'named',
      address: await at(me, picture, { password_protected: true, password: 'k7m3' }),
      show: there('.visit-notice'),
    },
    { name: 'closed', address: closed.url, show: there('.empty') },
    { name: 'waiting', address: waiting.url, show: there('.empty') },
    { name: 'none', address: `/share/${'x'.repeat(22)}`, show: there('.empty') },
    { name: 'login', address: await at(me, folder, { access: 'company' }), show: there('.empty') },
    {
      name: 'chat',
      address: inChat(await at(me, picture, { description })),
      async show(page) {
        await there('.preview-picture')(page)
        await shown(page).locator('.chat-head-line').tap()
        await there('.chat-head-more')(page)
      },
    },
    { name: 'chat limit', address: inChat(await at(me, picture, limited)), show: there('.visit-card .button') },
    { name: 'chat text', address: inChat(await at(me, text)), show: there('.visit-inline .reading-row') },
    { name: 'chat password', address: inChat(protectedLink.url), show: there('.visit-password') },
    { name: 'chat own', address: `/wx/preview/${text.id}`, user, show: there('.visit-inline .reading-row') },
    { name: 'chat odd', address: `/wx/preview/${odd.id}`, user, show: there('.preview-state .button, .button') },
    { name: 'chat gone', address: '/wx/preview/999999', user, show: there('.empty') },
  ]
}
