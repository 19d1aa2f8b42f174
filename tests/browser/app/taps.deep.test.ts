import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { phrases as searchPhrases } from '@/i18n/search/zhCN'
import { client, type Client } from '../../support/client'
import { makeFileRequest } from '../../support/fileRequests/collecting'
import { photo } from '../../support/samples/samples'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { makeLink } from '../../support/shares/shares'
import { upload } from '../../support/uploads/upload'
import { openDrive } from '../rig/drive'
import { row, shown, t } from '../rig/screen'

const drive = openDrive()
const { search: searchWords } = searchPhrases

/** A finger that counts its taps. Typing is none; the tap that leads into a field, and the key that ends typing, are one each. */
class Hand {
  taps = 0

  constructor(readonly page: Page) {}

  async tap(what: Locator): Promise<void> {
    await what.tap()
    this.taps += 1
  }

  button(name: string | RegExp): Promise<void> {
    return this.tap(shown(this.page).getByRole('button', { name, exact: true }).first())
  }

  /** Taps a row's menu. */
  menu(name: string): Promise<void> {
    return this.tap(row(this.page, name).getByRole('button', { name: t('row.more', { name }) }))
  }

  open(name: string): Promise<void> {
    return this.tap(row(this.page, name).locator('.row-open'))
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field)
    await this.page.keyboard.insertText(text)
  }

  /** Presses the keyboard's key that ends typing. */
  async enter(): Promise<void> {
    await this.page.keyboard.press('Enter')
    this.taps += 1
  }

  /** Taps what opens the phone's own picker. */
  async choose(name: string, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.button(name)])
    await chooser.setFiles(files)
  }
}

interface World {
  enterprise: Awaited<ReturnType<typeof freeEnterprise>>
  owner: UserRow
  me: Client
  colleague: UserRow
}

interface Task {
  what: string
  taps: number
  /** @returns the address where the task begins; nobody: without an account */
  prepare?(world: World): Promise<string | { address: string; nobody: true }>
  run(hand: Hand, page: Page, world: World): Promise<void>
}

const say = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const plain = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

async function ownFile({ owner }: World, name = '简章.txt') {
  return drive.make.file({ owner }, { name, content: '欢迎报名' })
}

const inOwnSpace = async (world: World) => {
  await ownFile(world)
  return '/files/own'
}

async function sendToPerson(hand: Hand, page: Page): Promise<void> {
  await hand.menu('简章.txt')
  await hand.button(t('menu.share'))
  await hand.button(t('share.quick.sendTo', { name: '李蔚' }))
  await say(page, t('share.quick.sent', { name: '李蔚' }))
}

const tasks: Task[] = [
  {
    what: '[AH-48] sending a file to a colleague to whom something was sent before',
    taps: 3,
    async prepare(world) {
      const before = await ownFile(world, '旧的.txt')
      await makeLink(world.me, before, { access: 'collaborators', invited_user_ids: [world.colleague.id] })
      return inOwnSpace(world)
    },
    run: sendToPerson,
  },
  {
    what: '[AH-48] sending a file to a colleague of the department for the first time',
    taps: 3,
    async prepare(world) {
      const department = await drive.make.department({ enterprise: world.enterprise, name: '教务处' })
      for (const user of [world.owner, world.colleague]) await drive.make.member(department, user)
      return inOwnSpace(world)
    },
    run: sendToPerson,
  },
  {
    what: '[AH-48] sending a file to somebody of another department for the first time',
    taps: 6,
    async prepare(world) {
      const department = await drive.make.department({ enterprise: world.enterprise, name: '教务处' })
      await drive.make.member(department, world.colleague)
      return inOwnSpace(world)
    },
    async run(hand, page) {
      await hand.menu('简章.txt')
      await hand.button(t('menu.share'))
      await hand.button(t('share.quick.choose'))
      const entry = (name: string) => shown(page).locator('.contacts .row').filter({ hasText: name })
      await hand.tap(entry('教务处').locator('.contact-enter'))
      await hand.tap(entry('李蔚').getByRole('checkbox'))
      await hand.button(t('contacts.send', { n: 1 }))
      await say(page, t('share.quick.sent', { name: '李蔚' }))
    },
  },
  {
    what: '[AH-41] finding a file of last week',
    taps: 3,
    async prepare(world) {
      await drive.make.file(
        { owner: world.owner },
        { name: '周报.txt', content: '周报', at: new Date(Date.now() - 3 * 86_400_000) },
      )
      return '/files/frequent'
    },
    async run(hand, page) {
      await hand.tap(shown(page).locator('.search-bar-field'))
      await hand.button(searchWords.filter.period)
      await hand.tap(shown(page).getByText(searchWords.period.week))
      await shown(page).locator('.row-name').filter({ hasText: '周报' }).waitFor()
    },
  },
  {
    what: '[AH-54] handing in homework',
    taps: 4,
    async prepare({ me, owner }) {
      const folder = await drive.make.folder({ owner }, { name: '作业' })
      const link = await makeFileRequest(me, folder, { names: ['周舟', '何小北'] })
      return { address: `/collect/${link.unique_name}`, nobody: true }
    },
    async run(hand, page) {
      await hand.tap(shown(page).locator('.collect-chip').filter({ hasText: '周舟' }))
      await hand.button(t('collect.page.add'))
      await hand.choose(t('upload.files'), [plain('第三章.txt')])
      await hand.button(t('collect.page.submit'))
      await shown(page)
        .getByText(t('collect.page.done', { n: 1 }))
        .waitFor()
    },
  },
  {
    what: '[AH-08] copying a link to a file',
    taps: 3,
    prepare: inOwnSpace,
    async run(hand, page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await hand.menu('简章.txt')
      await hand.button(t('menu.share'))
      await hand.button(t('share.act.copyLink'))
      await say(page, t('share.copied'))
    },
  },
  {
    what: '[UPL-01] uploading a photo',
    taps: 2,
    prepare: inOwnSpace,
    async run(hand, page) {
      await hand.button(t('list.add'))
      await hand.choose(t('upload.media'), [{ name: '合影.jpg', mimeType: 'image/jpeg', buffer: await photo() }])
      await row(page, '合影.jpg').waitFor()
    },
  },
  {
    what: '[ACT-06] making a folder',
    taps: 3,
    prepare: inOwnSpace,
    async run(hand, page) {
      await hand.button(t('list.add'))
      await hand.button(t('name.newFolder'))
      await hand.type(shown(page).getByRole('textbox', { name: t('name.label') }), '秋季')
      await hand.enter()
      await row(page, '秋季').waitFor()
    },
  },
  {
    what: '[ACT-06] renaming a file',
    taps: 3,
    prepare: inOwnSpace,
    async run(hand, page) {
      await hand.menu('简章.txt')
      await hand.button(t('menu.rename'))
      await hand.type(shown(page).getByRole('textbox', { name: t('name.label') }), '终稿')
      await hand.enter()
      await row(page, '终稿.txt').waitFor()
    },
  },
  {
    what: '[ACT-09] moving a file into a folder',
    taps: 4,
    async prepare(world) {
      await drive.make.folder({ owner: world.owner }, { name: '资料' })
      return inOwnSpace(world)
    },
    async run(hand, page) {
      await hand.menu('简章.txt')
      await hand.button(t('menu.move'))
      await hand.tap(shown(page).locator('.pick .row').filter({ hasText: '资料' }).locator('.row-open'))
      await hand.button(t('pick.into.move', { name: '资料' }))
      await say(page, t('move.done', { name: '资料' }))
    },
  },
  {
    what: '[COMM-03] writing a comment on a file',
    taps: 4,
    prepare: inOwnSpace,
    async run(hand, page) {
      await hand.menu('简章.txt')
      await hand.button(t('menu.comment'))
      await hand.type(page.getByRole('textbox', { name: t('comments.placeholder') }), '请看第 8 页')
      await hand.tap(page.locator('.comments').getByRole('button', { name: t('comments.submit') }))
      await page.locator('.comments').getByText('请看第 8 页').waitFor()
    },
  },
  {
    what: '[MSG-09] opening what a message is about',
    taps: 2,
    async prepare(world) {
      const file = await ownFile(world)
      await drive.make.collab(file, { user: world.colleague }, 'viewer')
      const they = await client(drive.server).as(world.colleague.login)
      await they.call('POST /apps/comments/create', { item_typed_id: `file_${file.id}`, content: '看过了' })
      return '/files/frequent'
    },
    async run(hand, page) {
      await hand.button(t('header.unread', { n: 1 }))
      await hand.tap(shown(page).locator('.message').filter({ hasText: '简章.txt' }))
      await page.locator('.comments').getByText('看过了').waitFor()
    },
  },
  {
    what: '[AH-54] collecting homework',
    taps: 5,
    async prepare(world) {
      const folder = await drive.make.folder({ owner: world.owner }, { name: '作业' })
      return `/files/folder/${folder.id}`
    },
    async run(hand, page) {
      await hand.button(t('list.add'))
      await hand.button(t('menu.collect'))
      await hand.button(t('collect.new'))
      await hand.type(shown(page).getByLabel(t('collect.form.title'), { exact: true }), '第三章作业')
      await hand.button(t('collect.form.create'))
      await shown(page).getByText('第三章作业').first().waitFor()
    },
  },
  {
    what: '[LIST-06] restoring a deleted file',
    taps: 4,
    async prepare(world) {
      const file = await ownFile(world)
      await world.me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
      return '/files/own'
    },
    async run(hand, page) {
      await hand.tap(shown(page).locator('.header-press'))
      await hand.button(t('space.trash'))
      await hand.menu('简章.txt')
      await hand.button(t('menu.restore'))
      await say(page, t('trash.restored', { name: '简章.txt' }))
    },
  },
  {
    what: '[AH-52] making an older version the current one',
    taps: 3,
    async prepare(world) {
      const file = await ownFile(world)
      await upload(world.me, '改.txt', Buffer.from('第二稿'), { target_file_id: file.id })
      return '/files/own'
    },
    async run(hand, page) {
      await hand.menu('简章.txt')
      await hand.button(t('menu.viewVersions'))
      await hand.tap(page.getByText(t('versions.makeCurrent')).first())
      await page.getByText(t('version.chosen', { n: 1 })).waitFor()
    },
  },
  {
    what: '[AH-49] opening what a colleague sent',
    taps: 3,
    async prepare(world) {
      const they = await client(drive.server).as(world.colleague.login)
      const file = await drive.make.file({ owner: world.colleague }, { name: '教案.txt', content: '第一课' })
      await makeLink(they, file, { access: 'collaborators', invited_user_ids: [world.owner.id] })
      return '/files/own'
    },
    async run(hand, page) {
      await hand.tap(shown(page).locator('.header-press'))
      await hand.button(t('navigation.received'))
      await hand.open('教案.txt')
      await shown(page).getByText('第一课').first().waitFor()
    },
  },
]

/** Lengths of everyday tasks: a change that makes one longer has to say why. */
describe('taps of everyday tasks on a phone', () => {
  for (const { what, taps, prepare, run } of tasks) {
    test(`${what}: ${taps} taps`, async () => {
      const enterprise = await freeEnterprise(drive)
      const owner = await drive.make.user({ enterprise, name: '王珂', login: `wang${enterprise.id}@test` })
      const colleague = await drive.make.user({ enterprise, name: '李蔚', login: `li${enterprise.id}@test` })
      const world = { enterprise, owner, colleague, me: await client(drive.server).as(owner.login) }
      const start = (await prepare?.(world)) ?? '/files/frequent'
      const { address, nobody } = typeof start === 'string' ? { address: start, nobody: false } : start
      await drive.visit(nobody ? null : owner, address, async (page) => {
        const hand = new Hand(page)
        await run(hand, page, world)
        assert.equal(hand.taps, taps)
      })
    })
  }
})
