import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addMany, makeContactWorld, type ContactWorld } from '../../support/contacts/contactWorld'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { enlargeText, illegibleTexts } from '../rig/legible'
import { addressBecomes, settled, shown, t, wordsIn } from '../rig/screen'

const drive = openDrive()
let world: ContactWorld
let large: ContactWorld

/** Made once, in the hooks of the first tests that need them. */
function prepare() {
  before(async () => {
    const { db } = drive.server.deps
    world ??= await makeContactWorld(db, drive.make)
    if (large) return
    large = await makeContactWorld(db, drive.make)
    await addMany(db, large.deepest, 5000)
  })
}

const picker = (page: Page) => shown(page).locator('.contacts')
const level = (page: Page) => picker(page).locator('.contacts-level:not(.contacts-hidden)')
const entry = (page: Page, name: string) => level(page).locator('.row').filter({ hasText: name })
const check = (page: Page, name: string) => entry(page, name).getByRole('checkbox')
const confirm = (page: Page, n: number) =>
  picker(page).getByText(n > 0 ? t('contacts.confirm', { n }) : t('contacts.confirmNone'), { exact: true })
const counted = (page: Page, text: string) =>
  picker(page).locator('.contacts-count').first().filter({ hasText: text }).waitFor()
const names = (page: Page) => level(page).locator('.contact-called').allTextContents()

const shareOf = ({ file }: ContactWorld) => `/files/own?share=file_${file.id}&contactselect=share%3Afile_${file.id}`
const inviteTo = ({ folder }: ContactWorld) => `/files/own?contactselect=invite:folder_${folder.id}`

async function namesBecome(page: Page, expected: readonly string[]): Promise<void> {
  await until('names', async () => {
    const seen = await names(page)
    return JSON.stringify(seen) === JSON.stringify(expected) ? true : null
  })
}

async function enter(page: Page, ...departments: string[]): Promise<void> {
  for (const name of departments) {
    await entry(page, name).locator('.contact-enter').tap()
    await picker(page).locator('.contacts-here').filter({ hasText: name }).waitFor()
    await level(page).locator('.row, .empty').first().waitFor()
  }
}

const deep = ['明德学校', '教务处', '招生办公室']

describe('the picker of people', () => {
  prepare()
  deepTest(
    '[CONT-01] breadcrumbs lead through departments, back leaves one, and a confirmed choice closes the picker and is there again',
    async () => {
      await drive.visit(world.user, shareOf(world), async (page) => {
        await namesBecome(page, ['明德学校', '宣讲团', '新来'])
        await check(page, '宣讲团').tap()
        await enter(page, ...deep)
        await namesBecome(page, ['宣传组', '李蔚', '赵敏'])
        await check(page, '李蔚').tap()
        await check(page, '宣传组').tap()
        await counted(page, t('contacts.chosen', { count: 3, n: 5 }))
        await page.goBack()
        await namesBecome(page, ['招生办公室'])
        await picker(page)
          .locator('.contacts-step')
          .filter({ hasText: t('contacts.top') })
          .tap()
        await namesBecome(page, ['明德学校', '宣讲团', '新来'])
        await confirm(page, 3).tap()
        await picker(page).waitFor({ state: 'detached' })
        await addressBecomes(page, `/files/own?share=file_${world.file.id}`)
        await page.goForward()
        await counted(page, t('contacts.chosen', { count: 3, n: 5 }))
        assert.equal(await check(page, '宣讲团').getAttribute('aria-checked'), 'true')
      })
    },
  )

  test('[RT-06] [CONT-01] a reload shows only the picker and its search, and closing by the x keeps the earlier choice', async () => {
    await drive.visit(world.user, shareOf(world), async (page) => {
      await check(page, '新来').tap()
      await picker(page).locator('.search-bar-field').tap()
      await addressBecomes(page, `${shareOf(world)}&contactsearch=1`)
      await page.reload()
      await shown(page).locator('.search-input').waitFor()
      await page.goBack()
      await counted(page, t('contacts.nothingChosen'))
      await picker(page)
        .getByRole('button', { name: t('action.close') })
        .tap()
      await addressBecomes(page, `/files/own?share=file_${world.file.id}`)
    })
  })

  test('[CONT-01] the search has its own button that confirms the choice, above the keyboard', async () => {
    await drive.visit(world.user, shareOf(world), async (page) => {
      await check(page, '新来').tap()
      await picker(page).locator('.search-bar-field').tap()
      const search = shown(page).locator('.search')
      await search.locator('.search-input').fill('李蔚')
      await search.locator('.row').filter({ hasText: '招生办公室' }).getByRole('checkbox').tap()
      const done = search.getByRole('button', { name: t('contacts.confirm', { n: 2 }) })
      const { y, height } = (await done.boundingBox())!
      assert.ok(y + height < 844 / 2, `${y} + ${height}`)
      await assertAccessible(page)
      await done.tap()
      await picker(page).waitFor({ state: 'detached' })
      await addressBecomes(page, `/files/own?share=file_${world.file.id}`)
    })
  })

  deepTest(
    '[CONT-01] the search waits a second, accepts 100 characters, says where people belong, and finds departments to open',
    async () => {
      await drive.visit(world.user, shareOf(world), async (page) => {
        const asked: string[] = []
        page.on('request', (request) => {
          const text = new URL(request.url()).searchParams.get('search_string')
          if (text) asked.push(text)
        })
        await picker(page).locator('.search-bar-field').tap()
        const field = shown(page).locator('.search-input')
        const results = shown(page).locator('.search .row')
        await field.pressSequentially('李蔚')
        await results.filter({ hasText: '招生办公室' }).waitFor()
        assert.deepEqual(asked, ['李蔚'])
        await results.getByRole('checkbox').tap()
        await field.fill('%')
        await shown(page)
          .getByText(t('contacts.none.title', { words: '%' }))
          .waitFor()
        await field.fill('长'.repeat(120))
        await until('the long search', () => asked.includes('长'.repeat(100)) || null)
        await field.fill('教务')
        await results.filter({ hasText: '教务处' }).locator('.contact-enter').tap()
        await namesBecome(page, ['招生办公室'])
        await counted(page, t('contacts.chosenPeople', { n: 1 }))
      })
    },
  )

  deepTest('[CONT-04] the edit panel removes people only when it is saved', async () => {
    await drive.visit(world.user, shareOf(world), async (page) => {
      await check(page, '宣讲团').tap()
      await check(page, '新来').tap()
      const edit = () =>
        picker(page)
          .getByRole('button', { name: t('contacts.edit') })
          .tap()
      const panel = shown(page).locator('.contacts-edit')
      const remove = (name: string) => panel.getByRole('button', { name: t('contacts.remove', { name }) }).tap()
      await edit()
      await addressBecomes(page, `${shareOf(world)}&editselected=1`)
      await remove('新来')
      await page.goBack()
      await panel.waitFor({ state: 'detached' })
      await counted(page, t('contacts.chosen', { count: 2, n: 5 }))
      await edit()
      await remove('新来')
      await panel.getByRole('button', { name: t('contacts.save') }).tap()
      await panel.waitFor({ state: 'detached' })
      assert.equal(await check(page, '新来').getAttribute('aria-checked'), 'false')
      await edit()
      await remove('宣讲团')
      await panel.getByText(t('contacts.emptied.title')).waitFor()
      await panel.getByRole('button', { name: t('contacts.save') }).tap()
      await counted(page, t('contacts.nothingChosen'))
    })
  })

  deepTest(
    '[CONT-02] [CONT-04] inviting: members cannot be chosen, not even by choosing all; inactive users can',
    async () => {
      await drive.visit(world.user, inviteTo(world), async (page) => {
        await enter(page, ...deep)
        await namesBecome(page, ['宣传组', '李蔚', '孙敏', '赵敏'])
        await entry(page, '李蔚').getByText(t('contacts.invited')).waitFor()
        await check(page, '李蔚').tap({ force: true })
        await counted(page, t('contacts.nothingChosen'))
        await level(page).locator('.contacts-all').tap()
        await counted(page, t('contacts.chosenPeople', { n: 2 }))
        assert.deepEqual(
          await Promise.all(
            ['宣传组', '李蔚', '孙敏', '赵敏'].map((name) => check(page, name).getAttribute('aria-checked')),
          ),
          ['false', 'false', 'true', 'true'],
        )
      })
    },
  )

  deepTest(
    '[CONT-03] a tap on an avatar opens the card of a user, a group or a department, which can be chosen there',
    async () => {
      await drive.visit(world.user, shareOf(world), async (page) => {
        const open = async (name: string) => {
          await entry(page, name)
            .getByRole('button', { name: t('contacts.card', { name }) })
            .tap()
          const card = shown(page).getByRole('dialog', { name: t('contacts.cardTitle') })
          await card.getByRole('heading', { name }).waitFor()
          return card
        }
        const group = await open('宣讲团')
        await group.getByText(t('contacts.people', { n: 4 })).waitFor()
        await group.getByRole('button', { name: t('contacts.take') }).tap()
        await group.getByRole('button', { name: t('contacts.lose') }).waitFor()
        await page.goBack()
        await group.waitFor({ state: 'detached' })
        assert.equal(await check(page, '宣讲团').getAttribute('aria-checked'), 'true')
        await enter(page, '明德学校')
        await (await open('教务处')).getByText('明德学校').waitFor()
        await page.goBack()
        await enter(page, '教务处', '招生办公室')
        await (await open('李蔚')).getByText('明德学校 / 教务处 / 招生办公室').waitFor()
      })
    },
  )

  deepTest('[CONT-01] a list that fails to load says so and can be retried', async () => {
    await drive.visit(
      world.user,
      '/files/own',
      async (page) => {
        await page.route('**/api/apps/contacts/get*', (route) => route.abort())
        await page.goto(drive.server.url + shareOf(world))
        await level(page).getByText(t('empty.failed.title')).waitFor()
        await page.unroute('**/api/apps/contacts/get*')
        await level(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await namesBecome(page, ['明德学校', '宣讲团', '新来'])
      },
      { expected: [/ERR_FAILED/] },
    )
  })

  deepTest('[CONT-01] the server refuses nonsense, and items to which the user may not invite', async () => {
    await drive.visit(world.user, `/files/own?contactselect=invite:folder_${large.folder.id}`, async (page) => {
      await level(page).getByText(t('empty.failed.title')).waitFor()
      await page.goto(`${drive.server.url}/files/own?contactselect=nonsense`)
      await shown(page).locator('.row').first().waitFor()
      await addressBecomes(page, '/files/own')
    })
  })
})

describe('5,000 people', () => {
  prepare()
  const elements = (page: Page) => picker(page).locator('.contacts-level:not(.contacts-hidden) *').count()

  deepTest(
    '[CONT-01] [CONT-04] 5,000 people need as many elements as 500, and all can be chosen at once and edited',
    async () => {
      await drive.visit(large.user, shareOf(large), async (page) => {
        await enter(page, ...deep)
        await entry(page, '员工0001').waitFor()
        const all = level(page).locator('.contacts-all')
        await all.filter({ hasText: t('contacts.allOfDepartment', { n: 5002 }) }).waitFor()
        const rows = level(page).locator('.row')
        const [count, drawn] = [await elements(page), await rows.count()]
        await all.tap()
        await counted(page, t('contacts.chosenPeople', { n: 5002 }))
        assert.equal(await all.getAttribute('aria-checked'), 'true')
        await level(page)
          .locator('.virtual-list')
          .evaluate((list) => list.scrollTo(0, list.scrollHeight))
        await entry(page, '员工5000').waitFor()
        assert.equal(await rows.count(), drawn)
        assert.ok(Math.abs((await elements(page)) - count) <= drawn, `${count} elements became ${await elements(page)}`)
        assert.equal(await check(page, '员工5000').getAttribute('aria-checked'), 'true')
        await picker(page)
          .getByRole('button', { name: t('contacts.edit') })
          .tap()
        await shown(page).locator('.contacts-edit .row').first().waitFor()
        assert.ok((await shown(page).locator('.contacts-edit .row').count()) <= drawn)
        await page.goBack()
        await level(page)
          .locator('.virtual-list')
          .evaluate((list) => list.scrollTo(0, 0))
        await all.tap()
        await counted(page, t('contacts.nothingChosen'))
      })
    },
  )
})

describe('the picker by keyboard', () => {
  prepare()
  deepTest('[CONT-01] Tab and Space choose, Enter opens, and Escape leaves one level, then closes', async () => {
    await drive.visit(world.user, shareOf(world), async (page) => {
      await namesBecome(page, ['明德学校', '宣讲团', '新来'])
      await check(page, '宣讲团').focus()
      await page.keyboard.press('Space')
      await counted(page, t('contacts.chosen', { count: 1, n: 4 }))
      await entry(page, '明德学校').locator('.contact-enter').focus()
      await page.keyboard.press('Enter')
      await namesBecome(page, ['教务处', '总务处'])
      await page.keyboard.press('Escape')
      await namesBecome(page, ['明德学校', '宣讲团', '新来'])
      await page.keyboard.press('Escape')
      await picker(page).waitFor({ state: 'detached' })
      await addressBecomes(page, `/files/own?share=file_${world.file.id}`)
    })
  })
})

describe("the picker's legibility", () => {
  prepare()
  /** Yields each state of the picker in turn. */
  async function* states(page: Page, say = t): AsyncGenerator<string> {
    await level(page).locator('.row').first().waitFor()
    yield 'top'
    await enter(page, ...deep)
    await level(page).locator('.contacts-all').tap()
    yield 'department'
    await entry(page, '赵敏').locator('.contact-face').tap()
    await shown(page).locator('.contact-line').first().waitFor()
    yield 'card'
    await page.goBack()
    await picker(page)
      .getByRole('button', { name: say('contacts.edit') })
      .tap()
    await shown(page).locator('.contacts-edit .row').first().waitFor()
    yield 'edit'
    await page.goBack()
    await picker(page).locator('.search-bar-field').tap()
    await shown(page).locator('.search-input').fill('务')
    await shown(page).locator('.search .row').first().waitFor()
    yield 'search'
    await shown(page).locator('.search-input').fill('查无此人')
    await shown(page).locator('.search .empty-title').filter({ hasText: '查无此人' }).waitFor()
    yield 'none'
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    deepTest(`[CONT-01] axe finds nothing (${colorScheme})`, async () => {
      await drive.visit(
        world.user,
        inviteTo(world),
        async (page) => {
          for await (const state of states(page)) {
            if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${colorScheme}-${state}.png` })
            await assertAccessible(page)
          }
        },
        { colorScheme },
      )
    })
  }

  for (const [language, viewport] of [
    ['zh-CN', { width: 320, height: 568 }],
    ['en', { width: 320, height: 568 }],
    ['en', { width: 390, height: 844 }],
  ] as const) {
    deepTest(
      `[CONT-01] text of 200 % can be read in ${language} on ${viewport.width} × ${viewport.height}`,
      async () => {
        const faults: string[] = []
        await drive.visit(
          world.user,
          nowhere,
          async (page) => {
            await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
            await enlargeText(page)
            await page.goto(drive.server.url + inviteTo(world))
            for await (const state of states(page, wordsIn(language))) {
              await settled(page)
              if (process.env.SHOTS)
                await page.screenshot({ path: `${process.env.SHOTS}/200-${language}-${viewport.width}-${state}.png` })
              faults.push(...(await illegibleTexts(page)).map((fault) => `${state}: ${fault}`))
            }
          },
          { viewport },
        )
        assert.deepEqual(faults, [])
      },
    )
  }
})
