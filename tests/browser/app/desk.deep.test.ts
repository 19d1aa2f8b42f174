import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { pdf } from '../../support/samples/samples'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { act, button, confirm, says, tableRow } from '../rig/hands'
import { addressBecomes, preview, shown, t } from '../rig/screen'
import { runJourneys, type Journey } from './journeys'

const drive = openDrive()

const plain = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const panel = (page: Page, name: string) => shown(page).getByRole('dialog', { name, exact: true })
const rail = (page: Page) => shown(page).getByRole('navigation', { name: t('wide.places'), exact: true })

const journeys: Journey[] = [
  {
    what: '[AH-41] [AH-43] a file is searched, opened and closed',
    async run(hand, page) {
      await tableRow(page, '简章.txt').waitFor()
      await hand.search()
      const search = shown(page).locator('.search')
      await hand.write(search.locator('.search-input'), '简章')
      await hand.press(search.locator('.row').filter({ hasText: '简章' }).locator('.row-open'))
      await preview(page, '简章.txt').getByText('欢迎报名').waitFor()
      await hand.leave(preview(page, '简章.txt'))
      await hand.leave(search)
      await hand.open('简章.txt')
      await preview(page, '简章.txt').getByText('欢迎报名').waitFor()
      await hand.leave(preview(page, '简章.txt'))
    },
  },
  {
    what: '[ACT-06] [ACT-09] [LIST-06] [AH-43] a folder is made and renamed, a file is moved, deleted and restored',
    async run(hand, page) {
      const name = shown(page).getByRole('textbox', { name: t('name.label') })
      await hand.press(button(rail(page), t('list.add')))
      await hand.press(button(page, t('name.newFolder')))
      await hand.write(name, '秋季')
      await hand.press(button(page, t('action.save')))
      await tableRow(page, '秋季').waitFor()
      await hand.rename('秋季')
      await hand.write(name, '春季')
      await hand.press(button(page, t('action.save')))
      await tableRow(page, '春季').waitFor()
      await hand.rests()

      await act(hand, '简章.txt', t('menu.move'))
      const pick = shown(page).locator('.pick')
      await hand.press(pick.locator('.row').filter({ hasText: '春季' }).locator('.row-open'))
      await hand.press(button(pick, t('pick.into.move', { name: '春季' })))
      await says(page, t('move.done', { name: '春季' }))
      await tableRow(page, '简章.txt').waitFor({ state: 'detached' })
      await hand.rests()
      await hand.open('春季')
      await tableRow(page, '简章.txt').waitFor()
      await hand.remove('简章.txt')
      await confirm(hand, t('menu.delete'))
      await tableRow(page, '简章.txt').waitFor({ state: 'detached' })
      await hand.rests()
      await hand.press(button(rail(page), t('space.trash')))
      await act(hand, '简章.txt', t('menu.restore'))
      await says(page, t('trash.restored', { name: '简章.txt' }))
      await hand.rests()
    },
  },
  {
    what: '[UPL-01] [PREV-12] [AH-43] a file is uploaded, and then its next version',
    async run(hand, page) {
      await hand.press(button(rail(page), t('list.add')))
      await hand.choose(button(page, t('upload.files')), [plain('通知.txt')])
      await tableRow(page, '通知.txt').waitFor()
      await act(hand, '通知.txt', t('menu.viewVersions'))
      const versions = page.getByRole('dialog', { name: t('versions.title'), exact: true })
      await hand.choose(button(versions, t('versions.upload')), [plain('改.txt', '第二稿')])
      await hand.write(shown(page).getByRole('textbox', { name: t('versions.remark') }), '改了结尾')
      await hand.press(button(page, t('versions.send')))
      await preview(page, '通知.txt').getByText('第二稿').waitFor()
      await hand.leave(preview(page, '通知.txt'))
    },
  },
  {
    what: '[SHARE-01] [SHARE-03] [SHARE-06] [AH-43] a link gets a password and an end',
    async run(hand, page, { me }) {
      await act(hand, '简章.txt', t('menu.share'))
      const share = panel(page, t('share.title'))
      const cell = (text: string) => share.locator('.share-cell').filter({ hasText: text }).last()
      await hand.press(cell(t('share.who')))
      const permissions = panel(page, t('share.perms.title'))
      await hand.write(permissions.getByRole('textbox', { name: t('share.perms.password') }), 'k7m3')
      await hand.press(cell(t('share.perms.expiry')))
      const expiry = panel(page, t('share.perms.expiry'))
      await hand.turn(expiry.getByRole('radio', { name: t('share.calendar.days', { n: 7 }) }))
      await hand.press(button(expiry, t('action.confirm')))
      await expiry.waitFor({ state: 'detached' })
      await hand.press(button(permissions, t('action.save')))
      await permissions.waitFor({ state: 'detached' })
      await hand.press(button(share, t('share.create')))
      await share.locator('.share-done').waitFor()
      const { share_links: links } = await me.call('GET /apps/share_links/get_list', {})
      assert.equal(links[0]!.password, 'k7m3')
      assert.ok(links[0]!.due_time > Date.now() / 1000 + 6 * 86_400)
      await hand.leave(share)
    },
  },
  {
    what: '[COLL-02] [AH-48] [AH-43] a file is sent to a colleague, and they are invited to a folder with a role',
    async run(hand, page, { folder, colleague, me }) {
      const contacts = shown(page).locator('.contacts')
      const entry = (name: string) => contacts.locator('.row').filter({ hasText: name })
      const chooseColleague = async (does: 'send' | 'confirm') => {
        await hand.press(entry('教务处').locator('.contact-enter'))
        await hand.turn(entry('李蔚').getByRole('checkbox'))
        await hand.press(button(contacts, t(`contacts.${does}`, { n: 1 })))
      }
      await act(hand, '简章.txt', t('menu.share'))
      const share = panel(page, t('share.title'))
      await hand.press(button(share, t('share.quick.choose')))
      await chooseColleague('send')
      await says(page, t('share.quick.sent', { name: '李蔚' }))
      await hand.leave(share)

      await act(hand, '招生', t('menu.invite'))
      await chooseColleague('confirm')
      const invite = panel(page, t('invite.title'))
      await hand.press(invite.locator('.invite-role'))
      await hand.turn(shown(page).getByRole('radio', { name: t('role.editor') }))
      await hand.press(button(invite, t('invite.send')))
      await says(page, t('collab.invited'))
      await invite.waitFor({ state: 'detached' })
      const { unaccepted_collabs: collabs } = await me.call('GET /apps/folders/get_collab_info_on_item', {
        folder_id: folder.id,
      })
      assert.deepEqual(
        collabs.map(({ user, unaccepted_role: role }) => [user.id, role]),
        [[colleague.id, 'editor']],
      )
      if (hand.kind === 'keyboard') await hand.leave(panel(page, t('members.title')))
    },
  },
  {
    what: '[AH-36] [AH-37] [AH-38] [AH-43] words are found in a text, a page is reached by its number, a cell by the arrows',
    async prepare({ owner }) {
      const pages = Array.from({ length: 9 }, (_, at) => `Handbook ${at + 1}`)
      await drive.make.file({ owner }, { name: '手册.pdf', content: await pdf({ pages }) })
      await drive.make.file({ owner }, { name: '名单.csv', content: '姓名,班级\n周舟,一班\n何小北,二班' })
    },
    async run(hand, page) {
      await hand.open('简章.txt')
      const text = preview(page, '简章.txt')
      await text.getByText('欢迎报名').waitFor()
      await hand.press(button(text, t('preview.reading.find')))
      await hand.write(text.locator('.reading-find-field'), '樱桃')
      await text.getByText('1 / 2').waitFor()
      await hand.press(button(text, t('preview.reading.next')))
      await text.getByText('2 / 2').waitFor()
      if (hand.kind === 'keyboard') await page.keyboard.press('Escape')
      await hand.leave(text)

      await hand.open('手册.pdf')
      const document = preview(page, '手册.pdf')
      await document.locator('.pdf-page canvas').first().waitFor({ timeout: 60_000 })
      await hand.press(button(document, t('preview.goTo.open')))
      await hand.write(document.locator('.pages-go-field'), '7')
      await page.keyboard.press('Enter')
      await until('page 7', async () => (await document.locator('.pdf-bar').textContent()) === '7 / 9')
      await hand.leave(document)

      await hand.open('名单.csv')
      const table = preview(page, '名单.csv')
      const cell = table.locator('.grid-cell').getByText('周舟', { exact: true })
      await cell.waitFor({ timeout: 30_000 })
      if (hand.kind === 'keyboard') {
        await hand.reach(table.locator('.grid-table'))
        for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
      } else await hand.press(table.locator('.grid-cell').getByText('一班', { exact: true }))
      await table.locator('.grid-chosen').getByText('一班').waitFor()
      if (hand.kind === 'keyboard') await page.keyboard.press('Escape')
      await hand.leave(table)
    },
  },
  {
    what: '[COMM-03] [AH-53] [AH-43] a comment is written and answered',
    prepare: ({ file, colleague }) => drive.make.comment(file, colleague, { content: '第 8 页的数对吗？' }),
    async run(hand, page) {
      await act(hand, '简章.txt', t('menu.comment'))
      const comments = page.locator('.comments')
      const field = comments.getByRole('textbox', { name: t('comments.placeholder') })
      await hand.write(field, '我看看')
      await hand.press(button(comments, t('comments.submit')))
      await comments.getByText('我看看').waitFor()
      await hand.press(button(comments, t('comments.answerOf', { name: '李蔚' })))
      await hand.write(field, '核对过了')
      await hand.press(button(comments, t('comments.submit')))
      await comments.locator('.comment-quote').getByText('第 8 页的数对吗？').waitFor()
      await hand.leave(comments)
      await addressBecomes(page, '/files/own')
    },
  },
]

runJourneys(drive, journeys)
