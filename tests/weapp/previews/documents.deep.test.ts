import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, type TestContext } from 'node:test'
import sharp from 'sharp'
import type { Role } from '@/contract/entities'
import { findOffice } from '../../../server/previews/makers/office'
import { client } from '../../support/client'
import { endsOf } from '../../support/documents/passages'
import { showPicture } from '../../support/documents/pictures'
import { writeCell } from '../../support/documents/sheetWriters'
import { joinWriter, makeDocument } from '../../support/documents/writers'
import { docx, pdf, photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import { openFile, openOwn, openSignedIn, wordsOf, type Phone } from '../Phone'
import { openSite } from '../site'
import { info, opened, generating } from './previewAnswers'

const site = openSite()
const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

const openPreview = (t: TestContext, name: string, content: Buffer | string) => openFile(t, site, name, content)

/** Opens the file in a folder that somebody shares with this role. */
async function openShared(t: TestContext, role: Role, name: string, content: Buffer | string): Promise<Phone> {
  const school = await site.make.enterprise()
  const [owner, user] = [await site.make.user({ enterprise: school }), await site.make.user({ enterprise: school })]
  const folder = await site.make.folder({ owner }, { name: '资料' })
  await site.make.file({ parent: folder }, { name, content })
  await site.make.collab(folder, { user }, role)
  const phone = await openSignedIn(t, site.wire, user)
  await phone.goTo(phone.t('space.collab'))
  await phone.open('资料')
  await phone.open(name)
  await phone.at('preview')
  return phone
}

describe('viewers of files (PREV-02 for image, PDF, text and office)', () => {
  deepTest('an image is a picture of at most 1024 pixels, upright', async (t) => {
    const phone = await openPreview(t, '照片.jpg', await photo({ width: 2000, height: 1500, orientation: 6 }))
    const { body, status } = await phone.host.fetchMedia(String((await phone.until('.preview-picture')).attr('src')))
    const { width, height, format, orientation } = await sharp(body).metadata()
    assert.deepEqual([status, format, width, height, orientation ?? 1], [200, 'jpeg', 768, 1024, 1])
    assert.equal(phone.asked('representations/info')[0]!.includes('kind=image_1024'), true)
  })

  deepTest('a PDF and an office file open unchanged in the phone’s viewer', async (t) => {
    const bytes = await pdf()
    const phone = await openPreview(t, '通知.pdf', bytes)
    const { fileType, showMenu, disk } = await opened(phone)
    assert.deepEqual([fileType, showMenu, readFileSync(disk).compare(bytes)], ['pdf', true, 0])
    const word = docx('问答')
    const other = await openPreview(t, '问答.docx', word)
    const document = await opened(other)
    assert.deepEqual(
      [document.fileType, document.showMenu, readFileSync(document.disk).compare(word)],
      ['docx', true, 0],
    )
  })

  deepTest('the pages of a text are a PDF', async (t) => {
    const phone = await openPreview(t, '歌词.txt', '校歌')
    await phone.press('Aa')
    await phone.press(phone.t('preview.reading.layout'))
    const { fileType, showMenu, path } = await opened(phone)
    assert.deepEqual([fileType, showMenu, path.split('/').pop()], ['pdf', true, '歌词.pdf'])
    assert.equal(phone.asked('representations/info')[0]!.includes('kind=pdf'), true)
  })

  deepTest('any other file says that there is no preview', async (t) => {
    const phone = await openPreview(t, '校园.xyz', 'PK')
    await phone.reads(phone.t('preview.reason.not_support'))
  })
})

describe('[PREV-11] a collaborative document', () => {
  const documentEditorUrl = 'https://editor.example/open?access={access}'
  /** Opens a document as a member of an enterprise with collaborative documents. `editor`: the editor's address; null if the server has none. */
  async function openDocument(t: TestContext, editor: string | null, isEncrypted = false): Promise<Phone> {
    Object.assign(site.server.deps.config, { documentEditorUrl: editor })
    t.after(() => Object.assign(site.server.deps.config, { documentEditorUrl: null }))
    const user = await site.make.user({ enterprise: await site.make.enterprise({ collaborative_document: true }) })
    await site.change(await site.make.file({ owner: user }, { name: '纪要.ydoc' }), { is_encrypted: isEncrypted })
    const phone = await openOwn(t, site.wire, user)
    await phone.open('纪要.ydoc')
    await phone.at('preview')
    return phone
  }

  deepTest('the document opens in a web-view at the server’s address', async (t) => {
    const phone = await openDocument(t, documentEditorUrl)
    const view = await phone.until('web-view')
    assert.match(
      String(view.attr('src')),
      /^https:\/\/editor\.example\/open\?access=https%3A%2F%2Fapi\.satchel\.test%2Fapi%2Fyiqixie%2Faccess/,
    )
    assert.deepEqual([phone.asked('get_access_url').length, phone.asked('representations/')], [1, []])
    phone.host.fire('web-view', 'load', { src: view.attr('src') })
    await phone.until(() => phone.asked('logs/action').length > 0)
    phone.host.back()
    await phone.at('files', { space: 'own' })
  })

  deepTest(
    '[DOC-01] our own editor opens in a web-view where the operator allows it; elsewhere the text is read',
    async (t) => {
      const { config } = site.server.deps
      const user = await site.make.user({ enterprise: await site.make.enterprise({ collaborative_document: true }) })
      const me = await client(site.server).as(user.login)
      const { item, access } = await makeDocument(me)
      const writer = await joinWriter(site.server, { fileId: item.id, access })
      t.after(() => writer.end())
      writer.write('校园开放日')
      await writer.saved()
      await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
      const reader = await openOwn(t, site.wire, user)
      await reader.open(item.name)
      await reader.at('preview')
      await reader.reads('校园开放日')
      await reader.reads(reader.t('preview.reading.editElsewhere'))
      assert.equal(reader.host.$('web-view'), null)
      config.documentWebView = true
      t.after(() => (config.documentWebView = false))
      const phone = await openOwn(t, site.wire, user)
      await phone.open(item.name)
      const view = await phone.until('web-view')
      assert.match(String(view.attr('src')), new RegExp(`/documents/${item.id}#access=[^#&]+$`))
    },
  )

  deepTest(
    '[DOC-06] [DOC-09] without an editor a comment leads to the text, which says what a picture shows',
    async (t) => {
      const user = await site.make.user({ enterprise: await site.make.enterprise({ collaborative_document: true }) })
      const me = await client(site.server).as(user.login)
      const { item, access } = await makeDocument(me)
      const writer = await joinWriter(site.server, { fileId: item.id, access })
      t.after(() => writer.end())
      writer.write('校园开放日')
      showPicture(writer, 'A'.repeat(22), '门口合影')
      await writer.saved()
      await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
      const typed_id = `file_${item.id}` as const
      const passage = endsOf(writer.document, '开放日')
      await me.call('POST /apps/comments/create', { item_typed_id: typed_id, content: '改期吗？', passage })
      const phone = await openSignedIn(t, site.wire, user, {
        path: 'packages/comments/index',
        query: { comment: '1', typed_id },
      })
      const words = await phone.until('.comment-passage')
      assert.equal(words.text, '开放日')
      phone.host.tap(words)
      await phone.at('preview')
      await phone.reads('校园开放日')
      await phone.reads('门口合影')
    },
  )

  deepTest('[DOC-01] without an editor a workbook is read as a table, with its results', async (t) => {
    const user = await site.make.user({ enterprise: await site.make.enterprise({ collaborative_document: true }) })
    const me = await client(site.server).as(user.login)
    const { item, access } = await makeDocument(me, 'yxls')
    const writer = await joinWriter(site.server, { fileId: item.id, access })
    t.after(() => writer.end())
    writeCell(writer.document, 0, 0, '招生宣传')
    writeCell(writer.document, 1, 0, '=40000+7260')
    await writer.saved()
    await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
    const reader = await openOwn(t, site.wire, user)
    await reader.open(item.name)
    await reader.at('preview')
    await reader.reads('招生宣传')
    await reader.reads('47260')
    await reader.reads(reader.t('preview.reading.editElsewhere'))
    assert.equal(reader.host.text().includes(reader.t('preview.reading.layout')), false)
  })

  deepTest('a document that does not load can be loaded again', async (t) => {
    const phone = await openDocument(t, documentEditorUrl)
    await phone.until('web-view')
    phone.host.fire('web-view', 'error', {})
    await phone.reads(phone.t('preview.reason.network_error'))
    assert.equal(phone.host.$('web-view'), null)
    await phone.press(phone.t('preview.reload'))
    await phone.until('web-view')
  })

  deepTest('an encrypted document says so, and without an editor it cannot be previewed', async (t) => {
    await (await openDocument(t, documentEditorUrl, true)).reads(wordsOf('zh-CN')('preview.reason.encrypt_yiqixie'))
    await (await openDocument(t, null)).reads(wordsOf('zh-CN')('preview.reason.not_support'))
  })
})

describe('[PREV-08] documents in the phone’s viewer', () => {
  const download = 'GET /api/apps/files/download/content'

  deepTest('a document downloads with progress first, and going back stops the download', async (t) => {
    const middle = site.wire.holdAnswer(download, { after: 300_000 })
    const phone = await openPreview(t, '通知.pdf', Buffer.concat([await pdf(), Buffer.alloc(1e6)]))
    await phone.until(() => middle.waiting === 1)
    await phone.until(() => /正在下载 ([1-9]|[1-9]\d)%/.test(phone.host.text()))
    assert.deepEqual(phone.host.openedDocuments, [])
    phone.host.back()
    await phone.at('files')
    await phone.until(() => phone.host.requests.find(({ kind }) => kind === 'download')?.failure)
    site.wire.clear()
    await phone.open('通知.pdf')
    await opened(phone)
    await phone.press(phone.t('preview.open'))
    await phone.until(() => phone.host.openedDocuments.length === 2)
  })

  deepTest('a document in the viewer has the menu, because only users who may download get it', async (t) => {
    const viewer = await openShared(t, 'viewer', '通知.pdf', await pdf())
    assert.equal((await opened(viewer)).showMenu, true)
  })

  deepTest('a failed download can be retried, and an expired address is reported', async (t) => {
    const cut = site.wire.cut(download)
    const phone = await openPreview(t, '通知.pdf', await pdf())
    await phone.reads(phone.t('preview.refused.network'))
    cut.stop()
    const gone = site.wire.answer(download, 403)
    await phone.press(phone.t('action.retry'))
    await phone.reads(phone.t('preview.refused.gone'))
    gone.stop()
    await phone.press(phone.t('action.retry'))
    await opened(phone)
  })
})

describe('[PREV-08] documents as pictures of their pages', () => {
  const numbered = (total: number) => pdf({ pages: Array.from({ length: total }, (_, at) => `Page ${at + 1}`) })
  const pictures = (phone: Phone) => phone.host.$$('.pages-picture').map((node) => String(node.attr('src')))
  const shownPages = async (phone: Phone) => {
    await phone.until('.pages-picture')
    return pictures(phone)
  }
  const nothingLeft = (phone: Phone) => {
    assert.deepEqual(phone.host.openedDocuments, [])
    assert.deepEqual(
      phone.host.requests.filter(({ kind }) => kind === 'download'),
      [],
    )
    assert.deepEqual(phone.asked('/files/download'), [])
  }

  deepTest(
    'a user without the right to download gets pictures with their own name on them, and the phone’s viewer gets nothing',
    async (t) => {
      const phone = await openShared(t, 'previewer', '通知.pdf', await numbered(2))
      const addresses = await shownPages(phone)
      assert.deepEqual(
        addresses.map((address) => new URL(address).searchParams.get('page')),
        ['1', '2'],
      )
      assert.ok(phone.host.text().includes(phone.t('preview.page', { n: 1, total: 2 })))
      const { status, body } = await phone.host.fetchMedia(addresses[0]!)
      assert.equal(status, 200)
      const { width, format } = await sharp(Buffer.from(body)).metadata()
      assert.deepEqual([width, format], [1280, 'jpeg'])
      nothingLeft(phone)
      assert.deepEqual(phone.asked('kind=pdf&pages=true').length > 0, true)
      phone.host.fire('.pages-picture', 'load', { width: 1280, height: 1811 })
      phone.host.back()
      await phone.at('files')
    },
  )

  deepTest('an office file also becomes pictures', { skip: withoutOffice }, async (t) => {
    const phone = await openShared(t, 'previewer', '问答.docx', docx('问答'))
    // The office program is slow; the screen's own work begins afterwards.
    await until('converted', () =>
      site.server.deps.db
        .selectFrom('representations')
        .innerJoin('versions', 'versions.body_id', 'representations.body_id')
        .innerJoin('items', 'items.current_version_id', 'versions.id')
        .where('items.name', '=', '问答.docx')
        .where('representations.kind', '=', 'pdf')
        .where('representations.status', '=', 'generated')
        .select('items.id')
        .executeTakeFirst(),
    )
    assert.equal((await shownPages(phone)).length, 1)
    nothingLeft(phone)
  })

  deepTest(
    'wide margins are cut: the pages are wider than the screen, and the view starts at their text',
    async (t) => {
      const phone = await openShared(t, 'previewer', '通知.pdf', await pdf({ pages: ['One', 'Two'], margin: 80 }))
      await shownPages(phone)
      const page = () => parseFloat((phone.host.$('.pdf-page')!.element as HTMLElement).style.width)
      const left = await phone.until(() => Number(phone.host.$('.pages')!.attr('scroll-left')) || null)
      // Of 420 points of paper 80 are margin on either side.
      assert.ok(Math.abs(left / page() - 80 / 420) < 0.05, `${left} of ${page()}`)
    },
  )

  deepTest(
    'only pages near the screen are loaded, scrolling requests further addresses, and the bar shows the page',
    async (t) => {
      const phone = await openShared(t, 'previewer', '通知.pdf', await numbered(60))
      assert.ok((await shownPages(phone)).length <= 5)
      assert.equal(phone.asked('representations/pages').length, 1)
      const heights = phone.host.$$('.pdf-page').map((node) => parseFloat((node.element as HTMLElement).style.height))
      phone.host.scroll('.pages', 50 * (heights[0]! + 12))
      await phone.reads(phone.t('preview.page', { n: 51, total: 60 }))
      await phone.until(() => pictures(phone).some((address) => address.includes('page=51&')))
      assert.equal(phone.asked('representations/pages').length, 2)
      assert.ok(pictures(phone).length <= 5)
    },
  )

  deepTest(
    'a page that fails to load can be retried; a double tap doubles the scale, and another undoes it',
    async (t) => {
      const phone = await openShared(t, 'previewer', '通知.pdf', await numbered(1))
      await shownPages(phone)
      // The app retries a few times first.
      await phone.until(() => {
        if (phone.host.$('.pages-picture')) phone.host.fire('.pages-picture', 'error', { errMsg: '404' })
        return phone.host.text().includes(phone.t('preview.pageFailed'))
      })
      await phone.press(phone.t('action.retry'))
      await phone.until('.pages-picture')
      const width = () => parseFloat((phone.host.$('.pdf-page')!.element as HTMLElement).style.width)
      const before = width()
      for (const times of [2, 1]) {
        for (let tap = 0; tap < 2; tap += 1) phone.host.fire('.pages', 'tap', { x: 150, y: 300 })
        await phone.until(() => Math.abs(width() / before - times) < 0.01)
      }
    },
  )

  /** Asserts that a double tap doubles the scale and keeps the tapped point under the finger. @param bar px above the pages besides the header */
  async function assertDoubled(phone: Phone, bar = 0) {
    await shownPages(phone)
    const style = (selector: string) => (phone.host.$(selector)!.element as HTMLElement).style
    const head = parseFloat(style('.header').paddingTop) + parseFloat(style('.header-bar').height) + bar
    const finger = { x: 150, y: 300 }
    for (let tap = 0; tap < 2; tap += 1) phone.host.fire('.pages', 'tap', finger)
    const place = await phone.until(() => {
      const scrolled = (name: string) => Number(phone.host.$('.pages')!.attr(name))
      const [left, top] = [scrolled('scroll-left'), scrolled('scroll-top')]
      return left > 0 ? { left, top } : null
    })
    assert.equal(place.left, finger.x)
    assert.ok(
      Math.abs(place.top - (finger.y - head)) <= 1,
      `${place.top} px scrolled, ${finger.y - head} below a head of ${head}`,
    )
  }

  deepTest('a double tap doubles about the finger, regardless of the header above the pages', async (t) => {
    await assertDoubled(await openShared(t, 'previewer', '通知.pdf', await numbered(3)))
  })

  deepTest('a double tap also allows for the bar above an older version', async (t) => {
    const user = await site.make.user()
    const file = await site.make.file({ owner: user }, { name: '通知.pdf', content: await numbered(3) })
    await upload(await client(site.server).as(user.login), '通知.pdf', await numbered(2), { target_file_id: file.id })
    site.wire.amend('GET /api/apps/files/get_info', ({ item }) =>
      Object.assign(item as object, { size: 201 * 2 ** 20 }),
    )
    const phone = await openOwn(t, site.wire, user)
    await phone.menu('通知.pdf')
    await phone.choose('menu.viewVersions')
    phone.host.tap((await phone.until(() => phone.host.$$('.version-press')[1]))!)
    await phone.until('.preview-bar-old')
    await assertDoubled(phone, 44)
  })

  deepTest('a document too large for the phone becomes pictures before a byte is fetched', async (t) => {
    site.wire.amend('GET /api/apps/files/get_info', ({ item }) =>
      Object.assign(item as object, { size: 201 * 2 ** 20 }),
    )
    const phone = await openPreview(t, '画册.pdf', await numbered(2))
    assert.equal((await shownPages(phone)).length, 2)
    nothingLeft(phone)
  })

  deepTest('a document that proves too large while it downloads becomes pictures', async (t) => {
    const user = await site.make.user()
    const file = await site.make.file({ owner: user }, { name: '录像.txt', content: '一' })
    const told = site.wire.answer(info, 200, generating('generated', { preview_url: '/api/apps/huge?e=1&s=2' }))
    const size = String(201 * 2 ** 20)
    site.wire.reply('/api/apps/huge', (response) => {
      told.stop()
      response.writeHead(200, { 'content-length': size }).write('%PDF-')
    })
    const phone = await openSignedIn(t, site.wire, user)
    phone.host.show({ path: 'packages/preview/index', query: { preview: '1', file_id: String(file.id) } })
    assert.equal((await shownPages(phone)).length, 1)
    assert.deepEqual(phone.host.openedDocuments, [])
  })

  deepTest('a document that the phone’s viewer refuses becomes pictures, and a broken one says so', async (t) => {
    const odd = await openPreview(t, '通知.pdf', Buffer.concat([Buffer.from('\n'), await numbered(2)]))
    assert.equal((await shownPages(odd)).length, 2)
    assert.deepEqual(odd.host.openedDocuments, [])
    const broken = await openPreview(t, '损坏.pdf', 'no PDF')
    await broken.until('.preview-state-text')
    await broken.reads(broken.t('preview.reason.extension_not_correct'))
  })
})
