import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { password } from '../../support/client'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { pane, personPane, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { act, button, confirm, says, tableRow } from '../rig/hands'
import { shown, t, wordsIn } from '../rig/screen'
import { runJourneys, type Journey } from './journeys'

const drive = openDrive()

const text = (page: Page, words: string) => shown(page).getByText(words, { exact: true }).first().waitFor()
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const message = (page: Page, name: string) =>
  shown(page).locator('.message').filter({ hasText: name }).locator('.message-open')
const top = (page: Page) => shown(page).locator('.wide-top')

const journeys: Journey[] = [
  {
    what: '[MSG-09] [AH-56] [AH-43] a message leads to the comments of a file, an entry to its earlier messages',
    async prepare({ file, colleague, owner, they }) {
      await drive.make.collab(file, { user: colleague }, 'viewer')
      await they.call('POST /apps/comments/create', { item_typed_id: `file_${file.id}`, content: '看过了' })
      for (const minutes of [9, 3])
        await drive.make.message(owner, {
          sender_id: colleague.id,
          about_item_id: 5,
          modified_at: new Date(Date.now() - minutes * 60_000),
          notice: { action: 'collab_role', name: '资料' },
        })
    },
    async run(hand, page) {
      await tableRow(page, '简章.txt').waitFor()
      await hand.press(top(page).getByRole('button', { name: t('header.unread', { n: 3 }) }))
      await hand.press(message(page, '资料'))
      const earlier = page.getByRole('dialog', { name: '资料' })
      await earlier.locator('.earlier-line').waitFor()
      if (hand.kind === 'mouse') {
        await shown(page)
          .locator('.sheet-mask')
          .click({ position: { x: 10, y: 10 } })
        await earlier.waitFor({ state: 'detached' })
      } else await hand.leave(earlier)
      await hand.press(message(page, '简章.txt'))
      const comments = page.locator('.comments')
      await comments.getByText('看过了').waitFor()
    },
  },
  {
    what: '[AH-54] [AH-43] a collection is made, and what was handed in is looked at',
    prepare: async ({ folder }) => `/files/folder/${folder.id}`,
    async run(hand, page, { me, folder }) {
      await hand.press(button(shown(page).locator('.wide-rail'), t('list.add')))
      await hand.press(button(shown(page), t('menu.collect')))
      await hand.press(button(shown(page), t('collect.new')))
      await hand.write(field(page, t('collect.form.title')), '第三章作业')
      await hand.write(field(page, t('collect.form.names')), '周舟')
      await hand.press(button(shown(page), t('collect.form.create')))
      await text(page, t('collect.progress', { n: 0, max: 1 }))
      const { collects } = await me.call('GET /apps/collects/get_list', { folder_id: folder.id })
      const contributor = new Contributing(drive.server.url, collects[0]!.unique_name)
      await contributor.join('周舟')
      await contributor.handIn('一.txt', 'one')
      await page.reload()
      await hand.press(shown(page).getByRole('tab', { name: t('collect.tabs.done', { n: 1 }) }))
      await hand.press(shown(page).locator('.collect-row').filter({ hasText: '周舟' }))
      const sheet = page.getByRole('dialog', { name: '周舟' })
      await hand.press(sheet.locator('.menu-entry').first())
      await shown(page).getByText('one').first().waitFor()
    },
  },
  {
    what: '[AH-54] [AH-25] [AH-43] a file is handed in to a collection and taken back',
    async prepare({ they, colleague }) {
      const folder = await drive.make.folder({ owner: colleague }, { name: '作业' })
      const link = await makeFileRequest(they, folder, { title: '作业' })
      return `/collect/${link.unique_name}`
    },
    async run(hand, page) {
      const name = field(page, t('collect.page.name'))
      await name.waitFor()
      await hand.write(name, '王珂')
      await hand.press(button(shown(page), t('collect.page.add')))
      await hand.choose(button(shown(page), t('upload.files')), [
        { name: '一.txt', mimeType: 'text/plain', buffer: Buffer.from('one') },
      ])
      await hand.press(button(shown(page), t('collect.page.submit')))
      await text(page, t('collect.page.done', { n: 1 }))
    },
  },
  {
    what: '[COLL-05] [AH-43] an invitation is accepted, and another one refused',
    async prepare({ they, owner, colleague }) {
      for (const name of ['教案', '旧稿']) {
        const folder = await drive.make.folder({ owner: colleague }, { name })
        const invited = { folder_id: folder.id, invited_users: `${owner.id}:viewer` }
        await they.call('POST /apps/collabs/invite', invited)
      }
      return '/message'
    },
    async run(hand, page) {
      const child = (name: string) => shown(page).locator('.child').filter({ hasText: name })
      await hand.press(shown(page).locator('.message-open').first())
      await hand.press(button(child('旧稿'), t('messages.child.refuse')))
      await confirm(hand, t('collab.refuse'))
      await child('旧稿').getByText(t('messages.child.refused')).waitFor()
      await hand.press(button(child('教案'), t('messages.child.accept')))
      await hand.press(button(child('教案'), t('messages.child.view')))
      await shown(page).getByRole('heading', { name: '教案' }).waitFor()
    },
  },
  {
    what: '[AH-50] [AH-43] access is asked for, and granted to somebody else',
    async prepare({ they, owner, colleague, folder }) {
      const theirs = await drive.make.folder({ owner: colleague }, { name: '教案' })
      await they.call('POST /apps/access_requests/create', {
        item_typed_id: `folder_${folder.id}`,
        role: 'viewer',
        message: '',
      })
      assert.notEqual(owner.id, colleague.id)
      return `/files/folder/${theirs.id}`
    },
    async run(hand, page) {
      await hand.turn(shown(page).getByRole('radio', { name: t('ask.roles.editor') }))
      await hand.write(field(page, t('ask.message')), '备课用')
      await hand.press(button(shown(page), t('ask.action')))
      await text(page, t('ask.sent'))
      await page.goto(`${drive.server.url}/message`)
      await hand.press(message(page, '招生'))
      const sheet = page.getByRole('dialog', { name: '招生' })
      await hand.press(sheet.getByRole('button', { name: t('messages.request.viewer') }))
      await shown(page)
        .getByText(t('messages.request.granted', { sender: '李蔚' }))
        .waitFor()
    },
  },
  {
    what: '[CTX-03] [AH-47] [AH-55] [AH-43] theme and language change, and the second step begins',
    async run(hand, page) {
      await tableRow(page, '简章.txt').waitFor()
      const me = (words = t) => button(top(page), words('navigation.me'))
      await hand.press(me())
      const sheet = (words = t) => page.getByRole('dialog', { name: words('me.title') })
      await hand.turn(sheet().getByRole('radio', { name: t('me.appearances.dark') }))
      await page.locator('.theme-dark').first().waitFor()
      await hand.turn(sheet().getByRole('radio', { name: 'English' }))
      const english = wordsIn('en')
      await button(top(page), english('navigation.me')).waitFor()
      await hand.press(me(english))
      await hand.press(button(sheet(english), english('me.security')))
      await hand.press(
        shown(page)
          .getByText(english('twoStep.title'), { exact: true })
          .locator('xpath=ancestor-or-self::*[@tabindex=0]'),
      )
      await hand.write(field(page, english('twoStep.password')), password)
      await hand.press(button(shown(page), english('twoStep.turnOn')))
      const secret = (await shown(page).locator('.security-key').textContent())!.replace(/ /g, '')
      await hand.write(field(page, english('security.code')), new TOTP({ secret }).generate())
      await hand.press(button(shown(page), english('recovery.done')))
      await text(page, english('twoStep.on'))
    },
  },
  {
    what: '[LIST-08] [COLL-03] [AH-43] a member of a department gets another role',
    async prepare({ department, owner, colleague }) {
      const { deps } = drive.server
      await deps.db
        .updateTable('department_members')
        .set({ is_manager: true })
        .where('user_id', '=', owner.id)
        .execute()
      const folder = await deps.db
        .selectFrom('items')
        .selectAll()
        .where('department_id', '=', department.id)
        .where('parent_id', 'is', null)
        .executeTakeFirstOrThrow()
      await drive.make.collab(folder, { user: colleague }, 'viewer')
      return `/files/dept/${department.id}`
    },
    async run(hand, page) {
      await hand.press(shown(page).getByRole('tab', { name: new RegExp(t('tabs.members')) }))
      const members = page.getByRole('dialog', { name: t('members.title') })
      await hand.press(members.locator('.member-open').filter({ hasText: '李蔚' }))
      await hand.turn(shown(page).getByRole('radio', { name: t('role.editor') }))
      await says(page, t('collab.roleChanged'))
      await shown(page).getByRole('radiogroup').waitFor({ state: 'detached' })
      await members
        .locator('.member-open')
        .filter({ hasText: '李蔚' })
        .filter({ hasText: t('role.editor') })
        .waitFor()
      if (hand.kind === 'keyboard') await hand.leave(members)
      else await hand.press(members.getByRole('tab', { name: t('tabs.files') }))
    },
  },
  {
    what: '[ADM-03] [ADM-06] [ADM-14] a person is added and deactivated, and the audit log is searched',
    prepare: async () => '/admin/people',
    async run(hand, page) {
      const table = shown(page).getByRole('grid', { name: t('admin.people.table') })
      await table.getByText('李蔚').waitFor()
      await hand.press(button(shown(page), t('admin.people.add')))
      const form = windowOf(page, t('admin.people.form.title'))
      await hand.write(form.getByLabel(t('admin.people.form.name')), 'Sun Min')
      await hand.write(form.getByLabel(t('admin.people.form.login')), `sunmin${Date.now()}`)
      await hand.press(button(form, t('admin.people.form.submit')))
      const link = windowOf(page, t('admin.people.link.title', { name: 'Sun Min' }))
      await hand.press(link.locator('.window-foot').getByRole('button', { name: t('admin.action.close') }))
      await link.waitFor({ state: 'detached' })

      await hand.openIn(table, table.getByRole('row').filter({ hasText: '李蔚' }))
      const person = personPane(page, '李蔚')
      await hand.press(button(person, t('admin.person.deactivate')))
      const question = windowOf(page, t('admin.person.deactivateTitle', { name: '李蔚' }))
      await hand.press(button(question, t('admin.person.deactivate')))
      await person.getByText(t('admin.people.states.deactivated')).waitFor()
      await hand.rests()
      await hand.leave(person)

      await hand.press(shown(page).getByRole('link', { name: t('admin.places.audit') }))
      await hand.pick(
        shown(page).getByRole('button', { name: t('admin.overview.audit.event') }),
        t('audit.deeds.person_deactivated'),
      )
      const log = shown(page).getByRole('grid').first()
      await hand.openIn(log, log.getByRole('row').filter({ hasText: '李蔚' }).first())
      await pane(page, t('admin.overview.audit.pane')).waitFor()
    },
  },
  {
    what: '[AH-40] [AH-43] the activity of a file is read in the pane of details',
    async run(hand, page) {
      await tableRow(page, '简章.txt').waitFor()
      await hand.press(button(shown(page), t('wide.details')))
      if (hand.kind === 'keyboard') await page.keyboard.press('ArrowDown')
      else await tableRow(page, '简章.txt').click({ position: { x: 600, y: 20 } })
      const details = pane(page, t('wide.details'))
      await details.locator('.activity-row').first().waitFor()
      await hand.press(button(details, t('action.close')))
      await details.waitFor({ state: 'detached' })
      await act(hand, '简章.txt', t('menu.properties'))
      const sheet = page.getByRole('dialog', { name: t('properties.title') })
      await sheet.locator('.activity-row').first().waitFor()
      if (hand.kind === 'keyboard') await hand.leave(sheet)
    },
  },
]

runJourneys(drive, journeys)
