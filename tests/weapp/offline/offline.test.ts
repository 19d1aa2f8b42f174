import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { client } from '../../support/client'
import { pdf, photo } from '../../support/samples/samples'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const bar = (phone: Phone) => phone.host.$('.notice')?.text ?? ''
const keptNames = (phone: Phone) => Object.keys(phone.host.files).filter((name) => name.startsWith('satchel-kept-'))

/** Chooses an item in its menu and waits until the phone has so many files. */
async function keep(phone: Phone, name: string, count: number): Promise<void> {
  await phone.menu(name)
  await phone.choose('menu.keepOffline')
  await phone.until(() => {
    const { items } = JSON.parse(String(phone.host.storage.offline ?? '{"items":[]}')) as {
      items: { files: { stored?: object }[] }[]
    }
    return items.flatMap(({ files }) => files).filter(({ stored }) => stored).length === count
  })
}

/** Opens a row of the offline files. */
async function open(phone: Phone, name: string): Promise<void> {
  const row = await phone.until(() => phone.host.$$('.offline-body .row').find((each) => each.text.includes(name)))
  phone.host.tap(row.$('.row-open')!)
}

async function openPanel(phone: Phone): Promise<void> {
  await phone.press(phone.t('offline.title'))
  await phone.until('.offline-body .row')
}

async function nameIt(phone: Phone, name: string): Promise<void> {
  await phone.until('.field-input')
  phone.fill(0, name)
  await phone.press(phone.t('action.save'))
}

/** A user's own files: a text, a picture, a PDF, and a folder with a text. */
async function withFiles(t: TestContext) {
  const user = await site.make.user()
  const owner = { owner: user }
  const text = await site.make.file(owner, { name: '说明.txt', content: '第一行\n第二行' })
  await site.make.file(owner, { name: '合影.jpg', content: await photo({ width: 100, height: 100 }) })
  await site.make.file(owner, { name: '讲义.pdf', content: await pdf() })
  const folder = await site.make.folder(owner, { name: '课件' })
  await site.make.file({ parent: folder }, { name: '第一课.md', content: '# 课文' })
  const phone = await openOwn(t, site.wire, user)
  return { phone, user, text }
}

const itemsOf = async ({ login }: { login: string }) => {
  const me = await client(site.server).as(login)
  const { items = [] } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
  return items.map(({ name }) => name)
}

describe('[AH-42] a phone without a network', () => {
  test('kept files open, and a new name and a new folder wait and are made when the network is back', async (t) => {
    const { phone, user } = await withFiles(t)
    const { host } = phone
    await keep(phone, '说明.txt', 1)
    await keep(phone, '合影.jpg', 2)
    await keep(phone, '讲义.pdf', 3)
    await keep(phone, '课件', 4)
    host.setNetwork('none')
    await phone.until(() => bar(phone).startsWith(phone.t('network.offline')))
    await openPanel(phone)
    await open(phone, '说明.txt')
    await phone.until(() => host.$('.offline-text')?.text.includes('第二行'))
    host.back()
    await open(phone, '合影.jpg')
    const picture = await phone.until('.offline-picture')
    assert.match(String(picture.attr('src')), /^wxfile:\/\/usr\/satchel-kept-/)
    host.back()
    await open(phone, '讲义.pdf')
    await phone.press(phone.t('kept.open'))
    await phone.until(() => host.openedDocuments.length === 1)
    host.back()
    await open(phone, '课件')
    await open(phone, '第一课.md')
    await phone.until(() => host.$('.offline-text')?.text.includes('# 课文'))
    host.back()
    await phone.until(() => !host.$('.offline-text'))
    host.back()
    await phone.until(() => host.$('.offline-body')?.text.includes('说明.txt'))
    host.back()
    await phone.until(() => !host.$('.offline'))

    await phone.menu('说明.txt')
    await phone.choose('menu.rename')
    await nameIt(phone, '须知')
    await phone.until(() =>
      phone.rows.some(({ text }) => text.includes('须知') && text.includes(phone.t('waiting.mark'))),
    )
    await phone.add('name.newFolder')
    await nameIt(phone, '新课')
    await phone.until(() => bar(phone).includes(phone.t('waiting.bar', { n: 2 })))
    const folder = () => phone.rows.filter(({ text }) => text.includes('新课')).map(({ text }) => text)
    await phone.until(() => folder()[0]?.includes(phone.t('waiting.folder')))
    assert.ok(!(await itemsOf(user)).includes('须知.txt'))

    host.setNetwork('wifi')
    await phone.until(() => folder().length === 1 && !folder()[0]!.includes(phone.t('waiting.folder')))
    await phone.row('须知.txt')
    assert.deepEqual((await itemsOf(user)).sort(), ['合影.jpg', '新课', '课件', '须知.txt', '讲义.pdf'].sort())
  })

  test('an app that starts without a network shows the kept files, which nobody else on the phone sees', async (t) => {
    const { phone, user } = await withFiles(t)
    await keep(phone, '说明.txt', 1)
    const { storage, files } = phone.host
    const later = await openSignedIn(t, site.wire, user, { storage, files, network: 'none' })
    await openPanel(later)
    await open(later, '说明.txt')
    await later.until(() => later.host.$('.offline-text')?.text.includes('第二行'))

    const other = await site.make.user()
    const { authToken: _, ...left } = storage
    const theirs = await openOwn(t, site.wire, other, { storage: left, files })
    await theirs.until(() => keptNames(theirs).length === 0)
    assert.equal(theirs.host.storage.offline, undefined)
  })
})

describe('[AH-42] kept files leave the phone', () => {
  test('with the next contact after the file was deleted, and by signing out', async (t) => {
    const { phone, user, text } = await withFiles(t)
    await keep(phone, '说明.txt', 1)
    await keep(phone, '合影.jpg', 2)
    phone.host.setNetwork('none')
    await phone.until(() => bar(phone).startsWith(phone.t('network.offline')))
    const me = await client(site.server).as(user.login)
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${text.id}`] })
    assert.equal(keptNames(phone).length, 2)
    phone.host.setNetwork('wifi')
    await phone.until(() => keptNames(phone).length === 1)
    await phone.openMe()
    await phone.choose('me.signOut')
    await phone.answer('me.signOut')
    await phone.until(() => keptNames(phone).length === 0)
    assert.equal(phone.host.storage.offline, undefined)
  })
})
