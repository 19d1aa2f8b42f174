import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import type { Role } from '@/contract/entities'
import { findOffice } from '../../../server/previews/makers/office'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { client } from '../../support/client'
import { recording } from '../../support/samples/media'
import { cutPhoto, docx, pdf, photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import { openFile, openOwn, openSignedIn, wordsOf, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
const withoutFfmpeg = (await findFfmpeg()) === null && 'ffmpeg is not installed'
const info = 'GET /api/apps/representations/info'

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

/** The file that the phone's viewer received. */
async function opened(phone: Phone) {
  return phone.until(() => phone.host.openedDocuments[0])
}

const generating = (status: string, more = {}) => ({
  success: true,
  status,
  progress: 0,
  media_status: null,
  change_mode_available: false,
  preview_type: 'pdf',
  reason: null,
  preview_url: null,
  download_url: null,
  category: null,
  password: null,
  exif_rotation: 0,
  ...more,
})

describe('[PREV-01] the top bar of a preview', () => {
  test('the bar has back, the title whose tap shows the full name, share and more', async (t) => {
    const name = `${'一个很长的名字'.repeat(8)}.jpg`
    const phone = await openPreview(t, name, await photo())
    await phone.titled(name)
    phone.host.tap('.header-press')
    assert.deepEqual(await phone.dialog(), {
      title: phone.t('preview.fullName'),
      text: name,
      buttons: [phone.t('action.close')],
    })
    await phone.answer('action.close')
    await phone.until(() => !phone.host.$('.dialog'))
    phone.host.tap(await phone.icon('share-2'))
    await phone.at('share')
    phone.host.back()
    await phone.at('preview')
    phone.host.tap(await phone.icon('ellipsis'))
    await phone.choose('menu.properties')
    assert.equal((await phone.until('.properties-name')).text, name)
    phone.host.back()
    await phone.until(() => !phone.host.$('.properties-name'))
    phone.host.tap(await phone.icon('chevron-left'))
    await phone.at('files', { space: 'own' })
  })

  deepTest('a rename there updates the list below, and a delete closes the preview', async (t) => {
    const phone = await openPreview(t, '照片.jpg', await photo())
    const more = async () => phone.host.tap(await phone.icon('ellipsis'))
    await more()
    await phone.choose('menu.rename')
    await phone.until('.name-form')
    phone.fill(0, '合影')
    await phone.press(phone.t('action.save'))
    await phone.titled('合影.jpg')
    phone.host.back()
    await phone.row('合影.jpg')
    await phone.open('合影.jpg')
    await phone.at('preview')
    await more()
    await phone.choose('menu.delete')
    await phone.answer('remove.confirm')
    await phone.at('files', { space: 'own' })
    await phone.reads(phone.t('empty.list.title'))
  })

  deepTest('an old version has neither share nor more', async (t) => {
    const user = await site.make.user()
    const { id, current_version_id: version } = await site.make.file(
      { owner: user },
      { name: '照片.jpg', content: await photo() },
    )
    const phone = await openSignedIn(t, site.wire, user)
    phone.host.show({
      path: 'packages/preview/index',
      query: { preview: '1', file_id: String(id), version: String(version) },
    })
    await phone.at('preview')
    await phone.until('.preview-picture')
    assert.deepEqual(phone.host.$$('.header .icon-button').length, 1)
  })
})

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

  deepTest('a text becomes a PDF', async (t) => {
    const phone = await openPreview(t, '歌词.txt', '校歌')
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
  /** Opens a document as a member of an enterprise with an editor, which works where `editor` has an address. */
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

describe('[PREV-03] polling until the preview is there', () => {
  deepTest(
    'the first request says so, later ones slow down, and 5 retries for the final storage end them',
    async (t) => {
      site.wire.answer(info, 200, generating('file_not_in_final_storage'))
      const phone = await openPreview(t, '歌词.txt', '校歌')
      await phone.reads(phone.t('preview.reason.file_not_in_final_storage'))
      const asked = phone.asked('representations/info').map((url) => new URLSearchParams(url.split('?')[1]))
      assert.deepEqual(
        asked.map((query) => query.get('is_first')),
        ['true', null, null, null, null, null],
      )
      assert.ok(asked.every((query) => query.get('kind') === 'pdf'))
    },
  )
})

describe('[PREV-04] the generating screen', () => {
  deepTest(
    'the screen shows the percent of each status and an error with its buttons, and disappears at 100',
    async (t) => {
      let answer = site.wire.answer(info, 200, generating('generating_downloading'))
      const phone = await openPreview(t, '歌词.txt', '校歌')
      const next = (status: string, more = {}) => {
        answer.stop()
        answer = site.wire.answer(info, 200, generating(status, more))
      }
      await phone.reads(phone.t('preview.percent', { n: 15 }))
      assert.ok(phone.host.text().includes(phone.t('preview.generating')))
      const statuses: [string, object, number][] = [
        ['generating_uploaded', {}, 75],
        ['generating_downloaded', {}, 50],
        ['extract_processing', { progress: 0.5 }, 75],
      ]
      for (const [status, more, percent] of statuses) {
        next(status, more)
        await phone.reads(phone.t('preview.percent', { n: percent }))
      }
      next('generating_failed', { reason: 'server_error' })
      await phone.reads(phone.t('preview.reason.server_error'))
      next('generating')
      await phone.press(phone.t('preview.regenerate'))
      await phone.reads(phone.t('preview.percent', { n: 10 }))
      assert.equal(phone.asked('force-regenerate=true').length, 1)
      answer.stop()
      await opened(phone)
      await phone.readsNot(phone.t('preview.generating'))
    },
  )

  deepTest('a broken picture says so', async (t) => {
    const phone = await openPreview(t, '照片.jpg', await cutPhoto())
    await phone.until('.preview-state .preview-state-text')
    await phone.reads(phone.t('preview.failed'))
    assert.notEqual(phone.host.text('.preview-state-text'), '')
  })

  deepTest('without the network the screen offers to load again', async (t) => {
    const cut = site.wire.cut(info)
    const phone = await openPreview(t, '照片.jpg', await photo())
    await phone.reads(phone.t('preview.reason.network_error'))
    cut.stop()
    await phone.press(phone.t('preview.reload'))
    await phone.until('.preview-picture')
  })
})

describe('[PREV-15] a preview whose data cannot be loaded closes with its message', () => {
  const gone = {
    success: false,
    errors: { validation_errors: [{ error_code: 'item_not_found', error_msg: '', error_tr_msg: '内容已被移除' }] },
  }

  deepTest('opened by itself, the preview gives way to the list of the frequent space', async (t) => {
    const user = await site.make.user()
    const phone = await openSignedIn(t, site.wire, user)
    site.wire.answer('GET /api/apps/files/get_info', 200, gone)
    phone.host.show({ path: 'packages/preview/index', query: { preview: '1', file_id: '999999' } })
    await phone.at('files', { space: 'frequent' })
    assert.equal((await phone.dialog()).text, '内容已被移除')
  })

  for (const [sentence, status, body, text] of [
    ['gone since', 200, gone, '内容已被移除'],
    ['an error of the server', 500, {}, null],
  ] as const) {
    deepTest(`opened by a tap, ${sentence}: the list is there, and opens the file once it is available`, async (t) => {
      const answer = site.wire.answer(info, status, body)
      const user = await site.make.user()
      await site.make.file({ owner: user }, { name: '照片.jpg', content: await photo() })
      const phone = await openOwn(t, site.wire, user)
      await phone.open('照片.jpg')
      const dialog = await phone.dialog()
      assert.equal(dialog.text, text ?? phone.t('failure.http500'))
      await phone.at('files', { space: 'own' })
      await phone.answer('action.gotIt')
      await phone.until(() => !phone.host.$('.dialog'))
      await phone.row('照片.jpg')
      answer.stop()
      await phone.open('照片.jpg')
      await phone.at('preview')
      await phone.until('.preview-picture')
      phone.host.back()
      await phone.at('files', { space: 'own' })
    })
  }
})

describe('[PREV-05] [PREV-18] the end of polling', () => {
  deepTest(
    'the phone shows documents itself, so the app requests no office frame and offers no other mode',
    async (t) => {
      site.wire.answer(info, 200, generating('failed', { reason: 'server_error', change_mode_available: true }))
      const enterprise = await site.make.enterprise({ wps_preview: true })
      const user = await site.make.user({ enterprise })
      await site.make.file({ owner: user }, { name: '问答.odt', content: 'PK' })
      const phone = await openOwn(t, site.wire, user)
      await phone.open('问答.odt')
      await phone.reads(phone.t('preview.reason.server_error'))
      assert.ok(phone.host.text().includes(phone.t('preview.regenerate')))
      assert.ok(!phone.host.text().includes(phone.t('preview.switchMode')))
      assert.deepEqual(phone.asked('wps_enable'), [])
    },
  )

  deepTest('extract_completed ends in success; failed, generating_failed and 5 retries do not', async (t) => {
    const ends = [
      ['failed', 'failure'],
      ['generating_failed', 'failure'],
      ['file_not_in_final_storage', 'file_not_in_final_storage'],
    ] as const
    for (const [status, reason] of ends) {
      const answer = site.wire.answer(info, 200, generating(status))
      const phone = await openPreview(t, '歌词.txt', '校歌')
      await phone.reads(phone.t(`preview.reason.${reason}`))
      answer.stop()
    }
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '歌词.txt', content: '校歌' })
    site.wire.answer(info, 200, generating('extract_completed', { preview_url: '/api/apps/made?e=1&s=2' }))
    const bytes = await pdf()
    site.wire.reply(
      '/api/apps/made',
      (response) => void response.writeHead(200, { 'content-length': String(bytes.length) }).end(bytes),
    )
    const phone = await openOwn(t, site.wire, user)
    await phone.open('歌词.txt')
    assert.equal((await opened(phone)).fileType, 'pdf')
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

  deepTest('wide margins are cut: the pages are wider than the screen, which begins at their text', async (t) => {
    const phone = await openShared(t, 'previewer', '通知.pdf', await pdf({ pages: ['One', 'Two'], margin: 80 }))
    await shownPages(phone)
    const page = () => parseFloat((phone.host.$('.pdf-page')!.element as HTMLElement).style.width)
    const left = await phone.until(() => Number(phone.host.$('.pages')!.attr('scroll-left')) || null)
    // Of 420 points of paper 80 are margin on either side.
    assert.ok(Math.abs(left / page() - 80 / 420) < 0.05, `${left} of ${page()}`)
  })

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

  /** What lay under the finger is still there, twice as far from the pages' corner. @param bar px above the pages besides the header */
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

describe('[PREV-06] the pictures of a list side by side', () => {
  const at = (x: number, y = 400) => ({ x, y })

  async function openSecondOfThree(t: TestContext): Promise<Phone> {
    const user = await site.make.user()
    for (const name of ['一.jpg', '二.jpg', '三.jpg'])
      await site.make.file({ owner: user }, { name, content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    await phone.open('二.jpg')
    await phone.at('preview')
    await phone.until(() => phone.host.$$('.gallery-place .preview-picture').length === 3)
    return phone
  }

  deepTest('a swipe shows the next picture, another the one before, and the page stays the same', async (t) => {
    const phone = await openSecondOfThree(t)
    phone.host.fingers('.gallery', [at(200)], [at(150)], [at(80)])
    await phone.titled('一.jpg')
    phone.host.fingers('.gallery', [at(80)], [at(200)])
    await phone.titled('二.jpg')
    phone.host.fingers('.gallery', [at(200)], [at(191)])
    phone.host.fingers('.gallery', [at(200)], [at(80, 501)])
    phone.host.fingers('.gallery', [at(80)], [at(200)])
    await phone.titled('三.jpg')
    phone.host.back()
    await phone.at('files')
  })

  deepTest(
    'position and total are shown; a tap hides the bars and another shows them; pulling down closes the page',
    async (t) => {
      const phone = await openSecondOfThree(t)
      await phone.until(() => phone.host.text('.pdf-bar') === phone.t('preview.page', { n: 2, total: 3 }))
      const isBare = () => phone.host.$('.preview')!.classes.includes('preview-bare')
      phone.host.fingers('.gallery', [at(200)])
      await phone.until(isBare)
      phone.host.fingers('.gallery', [at(200)])
      await phone.until(() => !isBare())
      phone.host.fingers('.gallery', [at(200)], [at(200, 450)], [at(200, 480)])
      assert.equal(phone.host.pages.length, 2)
      phone.host.fingers('.gallery', [at(200)], [at(200, 450)], [at(210, 560)])
      await phone.at('files')
    },
  )

  deepTest('a pinch comes to rest where 1§4 says, and a double tap doubles', async (t) => {
    const phone = await openSecondOfThree(t)
    const styles = () =>
      phone.host.$$('.gallery-place .preview-picture').map((node) => (node.element as HTMLElement).style.transform)
    const style = () => styles().join('')
    phone.host.fingers('.gallery', [at(150), at(250)], [at(100), at(300)])
    await phone.until(() => style().includes('scale(2)'))
    phone.host.fingers('.gallery', [at(150), at(250)], [at(40), at(360)])
    await phone.until(() => style().includes('scale(3)'))
    phone.host.fingers('.gallery', [at(50), at(350)], [at(190), at(210)])
    await phone.until(() => style().includes('scale(0.8)'))
    for (let tap = 0; tap < 2; tap += 1) phone.host.fingers('.gallery', [at(200)])
    await phone.until(() => style().includes('scale(1)'))
    for (let tap = 0; tap < 2; tap += 1) phone.host.fingers('.gallery', [at(200)])
    await phone.until(() => style().includes('scale(2)'))
  })
})

describe('[PREV-09] players', { skip: withoutFfmpeg }, () => {
  deepTest('a video plays in the phone’s player and resumes where it was left', async (t) => {
    const phone = await openPreview(
      t,
      '运动会.mp4',
      await recording({ extension: 'mp4', video: 'libx264', audio: 'aac', seconds: 60 }),
    )
    const video = await phone.until(() => phone.host.$('video'))
    assert.match(String(video.attr('src')), /^https:.*kind=video/)
    assert.match(String(video.attr('poster')), /^https:.*kind=image_1024/)
    assert.deepEqual([video.attr('initial-time'), video.attr('show-fullscreen-btn')], [0, true])
    phone.host.fire('video', 'loadedmetadata', { duration: 60, width: 160, height: 120 })
    phone.host.fire('video', 'timeupdate', { currentTime: 31.5, duration: 60 })
    await phone.host.back()
    await phone.open('运动会.mp4')
    await phone.at('preview')
    assert.equal((await phone.until(() => phone.host.$('video'))).attr('initial-time'), 31)
  })

  deepTest('a sound plays with the phone muted, seeks, and shows its time', async (t) => {
    const phone = await openPreview(
      t,
      '校歌.mp3',
      await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 95 }),
    )
    await phone.until(() => phone.host.text('.sound-times').includes('1:35'))
    const [sound] = phone.host.audio.players
    assert.equal(sound!.obeyMuteSwitch, false)
    phone.host.tap('.sound-button')
    assert.equal(sound!.paused, false)
    sound!.reach(41)
    await phone.until(() => phone.host.text('.sound-times').includes('0:41'))
    phone.host.fire('slider', 'change', { value: 60 })
    assert.equal(sound!.currentTime, 60)
    await phone.until(() => phone.host.text('.sound-times').includes('1:00'))
    phone.host.tap('.sound-button')
    await phone.until(() => sound!.paused)
    await phone.host.back()
  })
})
