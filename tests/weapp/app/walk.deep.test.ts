import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import type { Language } from '@/contract/entities'
import { fillDemoWorld } from '../../../server/demo/fillDemoWorld'
import { findOffice } from '../../../server/previews/makers/office'
import { client, password } from '../../support/client'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { openPhone, Phone, wordsOf } from '../Phone'
import { origin } from '../site'
import { Wire } from '../Wire'
import { deepTest, sample } from '../../support/deep'

const teacher = 'teacher@mingde.demo'
const office = '招生办公室'

let server: TestServer
let wire: Wire
let withoutOffice: string | false
/** 5 MB: bytes behind the end of a picture do not matter. */
let photo: Buffer

before(async () => {
  server = await startTestServer({ config: { baseUrl: origin } })
  wire = await Wire.open(server.url)
  await fillDemoWorld(server.deps, password, { crowd: 100 })
  withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
  const picture = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#3a6ea5' } })
    .jpeg()
    .toBuffer()
  photo = Buffer.concat([picture, Buffer.alloc(5e6 - picture.length)])
})
after(async () => {
  await wire.close()
  await server.close()
})

/** A signed-in teacher of the demo school who reads `language`. */
async function teacherReads(t: TestContext, language: Language): Promise<Phone> {
  const phone = await openPhone(t, wire)
  await phone.until('.login-submit')
  if (language !== 'zh-CN') {
    await phone.press('简体中文')
    await phone.press('English')
  }
  phone.words = wordsOf(language, 'education')
  await phone.reads(phone.t('login.submit'))
  await phone.signIn(teacher)
  await phone.at('files', { space: 'frequent' })
  return phone
}

const toOffice = (phone: Phone) => phone.goTo(office, { through: ['教务处'] })

/** The name of the first row, once the list that was loaded anew shows a picture there. */
const firstPicture = ({ names: [first = ''] }: Phone) => (first.endsWith('.jpg') ? first : null)

/** Fetches the picture by its address. */
async function pictureOf(phone: Phone, selector = '.preview-picture') {
  const address = String((await phone.until(selector)).attr('src'))
  const { status, header, body } = await phone.host.fetchMedia(address)
  assert.deepEqual([status, header['content-type']], [200, 'image/jpeg'])
  return sharp(body).metadata()
}

/** Waits for LibreOffice, which is slow on a busy machine. The waiting screen says so; the walk needs the result. */
async function isConverted(login: string, query_words: string) {
  const user = await client(server).as(login)
  const { items } = await user.call('GET /apps/files/search', { query_words })
  const file_id = items[0]!.id
  const asked = { file_id, kind: 'pdf' as const, pages: true }
  const state = async () => (await user.call('GET /apps/representations/info', asked)).status
  await until('the pages', async () => (await state()) === 'generated', 120_000, 200)
}

/** Taps the file and waits for the phone's viewer. */
async function documentOpened(phone: Phone, name: string) {
  const { length } = phone.host.openedDocuments
  await phone.open(name)
  await phone.until(() => phone.host.openedDocuments.length > length)
  await phone.reads(phone.t('preview.open'))
  const { fileType, showMenu, path } = phone.host.openedDocuments.at(-1)!
  phone.host.back()
  await phone.at('files')
  return { fileType, showMenu, name: path.split('/').pop() }
}

const languages = [
  ['zh-CN', 'en'],
  ['en', 'zh-TW'],
] as const

for (const [language, next] of sample(languages, 1)) {
  deepTest(`a teacher finishes the walk of the mini-program in ${language}, in the demo world`, async (t) => {
    const phone = await teacherReads(t, language)
    const { host } = phone

    await phone.titled(phone.t('space.frequent'))
    await phone.row('宣传物料')
    await phone.goTo(phone.t('space.own'))
    await phone.row('宣讲稿.md')
    await phone.goTo(phone.t('space.collab'))
    assert.ok((await phone.row('宣传物料')).text.includes(phone.t('row.origin.invited')))
    await toOffice(phone)
    await phone.row('宣讲会')

    // 25 rows, and more on scrolling
    assert.equal(phone.listLength, 25)
    host.scroll('.virtual-list', 14 * 64)
    await phone.until(() => phone.listLength === 50)
    host.scroll('.virtual-list', 40 * 64)
    await phone.until(() => phone.listLength === 60)
    host.scroll('.virtual-list', 48 * 64)
    await phone.rowGone('宣讲会')
    assert.ok(phone.names.length > 12)

    host.scroll('.virtual-list', 0)
    host.tap('.search-bar-order')
    await phone.until('.sort-sheet')
    host.tap(host.$$('.sort-sheet-order').find((order) => order.text.includes(phone.t('sort.order.size.desc')))!)
    await phone.toast('sort.toast.size.desc')
    await phone.until(() => !host.$('.sort-sheet'))

    // a photo of 5 MB
    const middle = wire.hold('POST /api/apps/files/tus/', { skip: 1 })
    host.pick([{ name: 'IMG_2026.jpg', data: photo, width: 2400, height: 1800 }])
    await phone.add('upload.media')
    await phone.reads(phone.t('upload.running', { done: 0, total: 1 }))
    await phone.until(() => middle.waiting > 0)
    const sent = await phone.until(() => uploadedPercent(phone))
    assert.ok(sent > 30 && sent < 100, `${sent} %`)
    wire.clear()
    await phone.reads(phone.t('upload.finished', { n: 1 }))
    const name = await phone.until(() => firstPicture(phone))
    const thumbnail = await phone.until(() => Phone.pictureOf(phone.rows[0]!))
    const { header, body } = await until('the thumbnail', async () => {
      const answer = await host.fetchMedia(thumbnail)
      // Too late for this request: the server says so, and makes it all the same.
      return answer.status === 404 ? null : answer
    })
    assert.equal(header['content-type'], 'image/jpeg')
    assert.ok(Math.max(...sizeOf(await sharp(body).metadata())) <= 128)

    await phone.open(name)
    await phone.at('preview')
    assert.deepEqual(sizeOf(await pictureOf(phone)), [1024, 768])
    host.back()
    await phone.at('files')

    assert.deepEqual(await documentOpened(phone, '报名系统采购合同.pdf'), {
      fileType: 'pdf',
      showMenu: true,
      name: '报名系统采购合同.pdf',
    })
    assert.deepEqual(await documentOpened(phone, '宣讲会.pptx'), {
      fileType: 'pptx',
      showMenu: true,
      name: '宣讲会.pptx',
    })
    host.scroll('.virtual-list', 25 * 64)
    assert.deepEqual(await documentOpened(phone, '问答手册.docx'), {
      fileType: 'docx',
      showMenu: true,
      name: '问答手册.docx',
    })
    host.scroll('.virtual-list', 0)

    await phone.menu(name)
    await phone.choose('menu.favourite')
    await phone.toast('favourite.added')
    await phone.menu(name)
    await phone.choose('menu.rename')
    await phone.until('.name-form')
    phone.fill(0, `合影 ${language}`)
    await phone.press(phone.t('action.save'))
    const renamed = `合影 ${language}.jpg`
    await phone.row(renamed)
    await phone.menu(renamed)
    await phone.choose('menu.delete')
    assert.equal((await phone.dialog()).title, phone.t('remove.title', { name: renamed }))
    await phone.answer('remove.confirm')
    await phone.rowGone(renamed)

    // me: the other language, dark, and signing out
    await phone.openMe()
    phone.words = wordsOf(next, 'education')
    await phone.press({ en: 'English', 'zh-TW': '繁體中文' }[next])
    await phone.titled(phone.t('me.title'))
    await phone.press(phone.t('me.appearances.dark'))
    await phone.until('.screen.theme-dark')
    await phone.choose('me.signOut')
    await phone.answer('me.signOut')
    await phone.at('login')
    assert.equal(host.pages.length, 1)
    const ofDevice = ['appearance', 'deviceToken', 'lang', 'lang_type']
    assert.ok(!existsSync(host.openedDocuments.at(-1)!.disk))
    assert.deepEqual(
      Object.keys(host.storage).filter((key) => !ofDevice.includes(key)),
      [],
    )
    await phone.reads(phone.t('login.submit'))
  })
}

describe('an office file', () => {
  const rolesFolder = '角色演示'
  test('users who may only preview see an office file as pictures of its pages', async (t) => {
    const phone = await openPhone(t, wire)
    if (withoutOffice) return t.skip(withoutOffice)
    await isConverted('previewer@yunzhou.demo', '需求说明书')
    await phone.signIn('previewer@yunzhou.demo')
    await phone.at('files')
    await phone.goTo(phone.t('space.collab'))
    await phone.open(rolesFolder)
    await phone.titled(rolesFolder)
    await phone.open('需求说明书.docx')
    assert.equal((await pictureOf(phone, '.pages-picture')).width, 1280)
    assert.deepEqual(phone.host.openedDocuments, [])
  })
})

deepTest(
  'a session that ends in the middle of an upload prompts once, and after signing in the upload goes on at the same place',
  async (t) => {
    const phone = await teacherReads(t, 'zh-CN')
    const { host } = phone
    await toOffice(phone)
    const before = await phone.at('files', { space: 'dept' })
    const middle = wire.hold('POST /api/apps/files/tus/')
    host.pick([{ name: 'IMG_2027.jpg', data: photo }])
    await phone.add('upload.media')
    await phone.until(() => middle.waiting > 0)
    await server.deps.db.deleteFrom('sessions').execute()
    wire.clear()
    assert.deepEqual((await phone.dialog()).text, phone.t('failure.sessionExpired'))
    await phone.reads(phone.t('upload.paused', { done: 0, total: 1 }))
    await phone.answer('failure.signIn')
    await phone.at('login')
    assert.equal(host.pages.length, 2)
    await phone.signIn(teacher)
    assert.deepEqual(await phone.at('files'), before)
    assert.equal(host.pages.length, 1)
    await phone.reads(phone.t('upload.finished', { n: 1 }))
    await phone.until(() => firstPicture(phone))
    const parts = host.requests
      .filter(({ url, method }) => url.includes('/files/tus/') && method === 'POST')
      .map(({ status }) => status)
    assert.deepEqual([parts[0], parts.at(-1)], [401, 204])
    assert.equal(host.$('.dialog'), null)
    assert.ok(host.requests.every(({ url }) => url.startsWith(origin)))
  },
)

function sizeOf({ width = 0, height = 0 }: { width?: number; height?: number }) {
  return [width, height]
}

/** The percent of the tray's bar. */
function uploadedPercent({ host }: Phone): number {
  return parseFloat((host.$('.upload-tray .progress-bar-done')!.element as HTMLElement).style.width)
}
