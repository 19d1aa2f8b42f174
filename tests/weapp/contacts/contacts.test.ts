import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { addMany, makeContactWorld } from '../../support/contacts/contactWorld'
import { deepTest } from '../../support/deep'
import { openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const level = (phone: Phone) =>
  phone.host.$$('.contacts-level').find((each) => !String(each.attr('class')).includes('contacts-hidden'))
const rows = (phone: Phone) => level(phone)?.$$('.row') ?? []
const nameOf = (row: { $(selector: string): { text: string } | null }) => row.$('.contact-called')?.text ?? ''
const entry = (phone: Phone, name: string) =>
  phone.until(() => rows(phone).find((row) => nameOf(row) === name) ?? assert.fail(`no ${name}`))
const reads = (phone: Phone, text: string) =>
  phone.until(() => phone.host.$('.contacts-count')?.text === text || assert.fail(`not ${text}`))

async function choose(phone: Phone, name: string): Promise<void> {
  phone.host.tap((await entry(phone, name)).$('.contact-pick')!)
}

async function enter(phone: Phone, ...names: string[]): Promise<void> {
  for (const name of names) {
    phone.host.tap((await entry(phone, name)).$('.contact-enter')!)
    await phone.until(() => phone.host.$('.contacts-here')?.text === name || assert.fail(`not in ${name}`))
  }
}

/** Opens the picker over the page that shares the item. */
async function open(t: TestContext, user: UserRow, typedId: string, choice: string): Promise<Phone> {
  const phone = await openSignedIn(t, site.wire, user)
  await phone.host.show({ path: 'packages/share/index', query: { share: typedId } })
  await phone.at('share')
  await phone.host.show({ path: 'packages/people/index', query: { contactselect: choice } })
  await phone.at('people')
  return phone
}

const deep = ['明德学校', '教务处', '招生办公室']

describe('the picker of people, a page of its own package', () => {
  test('[CONT-01] [CONT-04] departments open, back leaves one, and confirming leaves the page with the choice', async (t) => {
    const { user, file } = await makeContactWorld(site.server.deps.db, site.make)
    const phone = await open(t, user, `file_${file.id}`, `share:file_${file.id}`)
    await choose(phone, '宣讲团')
    await enter(phone, ...deep)
    await choose(phone, '李蔚')
    await choose(phone, '宣传组')
    await reads(phone, phone.t('contacts.chosen', { count: 3, n: 5 }))
    phone.host.back()
    await entry(phone, '招生办公室')
    await phone.press(phone.t('contacts.edit'))
    const remove = await phone.until(
      () => phone.host.$$('.contact-edited').find((row) => nameOf(row) === '李蔚') ?? assert.fail('no 李蔚'),
    )
    phone.host.tap(remove.$('.icon-button')!)
    await phone.press(phone.t('contacts.save'))
    await reads(phone, phone.t('contacts.chosen', { count: 2, n: 4 }))
    await phone.press(phone.t('contacts.confirm', { n: 2 }))
    await phone.until(() => phone.host.page.route !== 'packages/people/index' || assert.fail('still there'))
  })

  test('[CONT-01] the search has its own button that confirms the choice', async (t) => {
    const { user, file } = await makeContactWorld(site.server.deps.db, site.make)
    const phone = await open(t, user, `file_${file.id}`, `share:file_${file.id}`)
    phone.host.tap(await phone.until('.search-bar-field'))
    phone.host.input(await phone.until('.search-input'), '李蔚')
    phone.host.tap(await phone.until('.search .row .contact-pick'))
    const done = await phone.until(() =>
      phone.host.$$('.search .header .text-button').find(({ text }) => text === phone.t('contacts.confirm', { n: 1 })),
    )
    phone.host.tap(done)
    await phone.until(() => phone.host.page.route !== 'packages/people/index' || assert.fail('still there'))
  })

  deepTest('[CONT-01] the search finds people by name, and departments that open', async (t) => {
    const { user } = await makeContactWorld(site.server.deps.db, site.make)
    const phone = await open(t, user, 'file_1', 'collect')
    phone.host.tap(await phone.until('.search-bar-field'))
    phone.host.input(await phone.until('.search-input'), '教务')
    const found = await phone.until(
      () => phone.host.$$('.search .row').find((row) => nameOf(row) === '教务处') ?? assert.fail('no 教务处'),
    )
    phone.host.tap(found.$('.contact-enter')!)
    await entry(phone, '招生办公室')
  })

  deepTest('[CONT-02] [CONT-03] inviting: choosing all omits members, and a member’s card says so', async (t) => {
    const { user, folder } = await makeContactWorld(site.server.deps.db, site.make)
    const phone = await open(t, user, `folder_${folder.id}`, `invite:folder_${folder.id}`)
    await enter(phone, ...deep)
    phone.host.tap((await entry(phone, '李蔚')).$('.contact-face')!)
    await phone.reads('明德学校 / 教务处 / 招生办公室')
    phone.host.back()
    await phone.until(() => !phone.host.$('.contact-line') || assert.fail('the card is open'))
    phone.host.tap(await phone.until(() => level(phone)?.$('.contacts-all')))
    await reads(phone, phone.t('contacts.chosenPeople', { n: 2 }))
  })

  deepTest('[CONT-01] 5,000 people are chosen at once, with no more rows than a screen needs', async (t) => {
    const { user, deepest } = await makeContactWorld(site.server.deps.db, site.make)
    await addMany(site.server.deps.db, deepest, 5000)
    const phone = await open(t, user, 'file_1', 'collect')
    await enter(phone, ...deep)
    await entry(phone, '员工0001')
    const drawn = rows(phone).length
    assert.ok(drawn < 40, `${drawn} rows`)
    phone.host.tap(level(phone)!.$('.contacts-all')!)
    await reads(phone, phone.t('contacts.chosenPeople', { n: 5002 }))
    assert.equal(rows(phone).length, drawn)
  })
})
