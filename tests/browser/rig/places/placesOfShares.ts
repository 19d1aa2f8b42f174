import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { client } from '../../../support/client'
import { Contributing, makeFileRequest } from '../../../support/fileRequests/collecting'
import { previewOf, userWithLinks } from '../../../support/shares/linkWorld'
import { makeLink, Visitor } from '../../../support/shares/shares'
import type { Drive } from '../drive'
import { there, type Place } from './places'
import { dialog } from '../screens'
import { shown } from '../screen'

/** Sharing with all its pages, the states of links, refused landings, and file requests. */
export async function placesOfShares(drive: Drive, t: Words<PackageName>): Promise<Place[]> {
  const { make, server } = drive
  const { enterprise, user, me, expired, used, unavailable, open, protectedLink, brochure } = await userWithLinks(drive)
  const colleague = await make.user({ enterprise, name: '李蔚', login: `liwei@e${enterprise.id}.test` })
  const administrator = await make.user({ enterprise, isAdministrator: true })
  const stranger = await make.user()
  for (const who of [{}, (await client(server).as(colleague.login)).headers]) {
    const visitor = new Visitor(server.url, protectedLink.unique_name, who)
    await visitor.open('k7m3')
    await previewOf(visitor, brochure)
  }
  const report = { reason: 'fraud', text: '要我先转账再面试', contact: '', user_id: null, network: null } as const
  await server.deps.db
    .insertInto('share_reports')
    .values({ ...report, link_id: open.id, at: new Date() })
    .execute()
  const folder = await make.folder({ owner: user }, { name: '作业' })
  const collect = await makeFileRequest(me, folder, { names: ['王小明', '周舟'] })
  const hand = new Contributing(server.url, collect.unique_name)
  await hand.join('周舟')
  await hand.handIn('一.txt', 'one')
  const ended = await makeFileRequest(me, await make.folder({ owner: user }), { title: '上周的作业' })
  await server.deps.db
    .updateTable('collect_links')
    .set({ due_at: new Date(Date.now() - 60_000) })
    .where('id', '=', ended.id)
    .execute()

  const sharing = `/files/own?share=file_${brochure.id}`
  const press = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true }).last().tap()
  const cell = (page: Page, text: string) => shown(page).locator('.share-cell').filter({ hasText: text }).last().tap()
  const chooseFile = async (page: Page) => {
    await shown(page).getByLabel(t('collect.page.name'), { exact: true }).fill('林一')
    await press(page, t('collect.page.add'))
    const chosen = page.waitForEvent('filechooser')
    await press(page, t('upload.files'))
    await (await chosen).setFiles({ name: '第三章作业.txt', mimeType: 'text/plain', buffer: Buffer.from('one') })
    await shown(page).getByText('第三章作业').first().waitFor()
  }
  const permissions = `${sharing}&changepermssm=1`
  const state = there('.empty')
  const own: Place[] = [
    { name: 'what a link permits', address: permissions, show: there('.permissions [role=switch]') },
    {
      name: 'who may open a link',
      address: permissions,
      async show(page) {
        await cell(page, t('share.perms.access'))
        await shown(page).getByRole('radio').last().waitFor()
      },
    },
    {
      name: 'until when a link is open',
      address: permissions,
      async show(page) {
        await cell(page, t('share.perms.expiry'))
        await dialog(page).getByRole('button').first().waitFor()
      },
    },
    { name: 'a message with a link', address: `${sharing}&addmessage=1`, show: there('textarea') },
    {
      name: 'sharing with colleagues',
      address: sharing,
      async show(page) {
        await shown(page)
          .getByRole('radio', { name: t('share.mode.colleagues') })
          .tap()
        await shown(page).getByText(t('share.people.none')).waitFor()
      },
    },
    {
      name: 'a link that was made',
      address: sharing,
      async show(page) {
        await press(page, t('share.create'))
        await there('.share-done')(page)
      },
    },
    { name: 'what the user received', address: '/shares/0', show: there('.links-body') },
    { name: 'who opened a link', address: `/shares/${protectedLink.id}`, show: there('.links-visit') },
    {
      name: 'links of the enterprise',
      address: '/shares',
      user: administrator,
      async show(page) {
        await shown(page)
          .getByRole('radio', { name: t('links.enterprise'), exact: true })
          .tap()
        await there('.row')(page)
      },
    },
    {
      name: 'what was reported',
      address: '/shares',
      user: administrator,
      async show(page) {
        await press(page, t('links.reports.title'))
        await there('.links-report')(page)
      },
    },
    { name: 'collections of a folder', address: `/collects?folder=${folder.id}`, show: there('.collect-row') },
    {
      name: 'a collection to be made',
      address: `/collects?folder=${folder.id}`,
      async show(page) {
        await press(page, t('collect.new'))
        await press(page, t('collect.form.create'))
        await shown(page).getByText(t('collect.form.titleMissing')).waitFor()
      },
    },
    {
      name: 'what one handed in',
      address: `/collects/${collect.id}`,
      async show(page) {
        await shown(page)
          .getByRole('tab', { name: t('collect.tabs.done', { n: 1 }) })
          .tap()
        await shown(page).locator('.collect-row').filter({ hasText: '周舟' }).tap()
        await dialog(page).waitFor()
      },
    },
    {
      name: 'what can be done with a collection',
      address: `/collects/${collect.id}`,
      async show(page) {
        await press(page, t('collect.more'))
        await dialog(page).waitFor()
      },
    },
  ]
  const visited: Place[] = [
    { name: 'a link that is over', address: expired.url, show: state },
    { name: 'a link that is used up', address: used.url, show: state },
    { name: 'a link of what is gone', address: unavailable.url, show: state },
    {
      name: 'a link for others',
      address: (await makeLink(me, folder, { access: 'company' })).url,
      user: stranger,
      show: state,
    },
    {
      name: 'a link without a network',
      address: open.url,
      expected: [/share_links/],
      async show(page) {
        await page.route(/share_links\/info/, (route) => route.abort())
        await page.reload()
        await state(page)
      },
    },
    {
      name: 'saving needs an account',
      address: open.url,
      async show(page) {
        await press(page, t('visit.save.action'))
        await page.getByRole('alertdialog').waitFor()
      },
    },
    {
      name: 'where to save to',
      address: open.url,
      user: colleague,
      async show(page) {
        await press(page, t('visit.save.action'))
        await there('.pick-bar')(page)
      },
    },
    { name: 'handing in, chosen', address: `/collect/${collect.unique_name}`, show: chooseFile },
    {
      name: 'handed in',
      address: `/collect/${collect.unique_name}`,
      async show(page) {
        await chooseFile(page)
        await press(page, t('collect.page.submit'))
        await shown(page)
          .getByText(t('collect.page.submitted', { n: 1 }))
          .first()
          .waitFor()
      },
    },
    { name: 'too late to hand in', address: `/collect/${ended.unique_name}`, show: state },
  ]
  return [...own.map((place) => ({ user, ...place })), ...visited]
}
