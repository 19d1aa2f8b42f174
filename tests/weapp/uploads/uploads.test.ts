import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import type { PickedFile } from '../host'
import { openOwn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

async function put(
  phone: Phone,
  files: PickedFile[],
  from: 'upload.camera' | 'upload.media' | 'upload.chat' = 'upload.chat',
): Promise<void> {
  phone.host.pick(files)
  await phone.add(from)
}

const text = (name: string, size = 16): PickedFile => ({ name, data: 'x'.repeat(size) })
/** The uploads of a file's parts, and the questions about them. */
const content = 'POST /api/apps/files/tus/'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The lines of the open list of uploads: name, status and actions. */
const lines = ({ host }: Phone) =>
  host
    .$$('.upload-row')
    .map((row) => [
      row.$('.upload-row-name')!.text,
      row.$('.upload-row-line')!.text,
      ...row.$$('.icon').map((icon) => icon.classes.find((name) => name.startsWith('icon-'))!),
    ])

async function openTray(phone: Phone): Promise<void> {
  phone.host.tap(await phone.until('.upload-tray'))
  await phone.until('.upload-row')
}

describe('[UPL-01] an upload', () => {
  test('a server without parts gives an address, the bytes go there as a form field with token and name, and the file joins the list', async (t) => {
    const user = await site.make.user()
    const phone = await openOwn(t, site.wire, user)
    site.wire.amend('presign_upload', (body) => void delete body.tus_url)
    const name = '100% & 更多=1（终稿）.txt'
    await put(phone, [text(name, 3000)])
    await phone.row(name)
    assert.equal(phone.listLength, 1)
    const { requests } = phone.host
    const presign = requests.findIndex(({ url }) => url.endsWith('/api/apps/files/presign_upload'))
    const sent = requests.findIndex(({ kind }) => kind === 'upload')
    assert.ok(presign > 0 && sent > presign)
    const { header, method, url, status } = requests[sent]!
    assert.match(url, /\/api\/apps\/files\/upload\?upload_id=/)
    assert.deepEqual([method, status, header['x-file-name']], ['POST', 200, encodeURIComponent(name)])
    assert.ok(header.requesttoken && header['auth-token'])
    assert.match(header['content-type']!, /^multipart\/form-data; boundary=/)
    const me = await client(site.server).as(user.login)
    const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.deepEqual(
      items?.map((item) => [item.name, item.size]),
      [[name, 3000]],
    )
    assert.equal(phone.asked('/file_list/0').length, 1)
  })
})

describe('[UPL-02] the queue', () => {
  deepTest('the queue shows waiting, sending with bytes and percent, and uploaded files', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    const middle = site.wire.hold(content, { skip: 1 })
    await put(phone, [text('甲.bin', 6e6), text('乙.bin', 6e6), text('丙.bin', 100)])
    await phone.until(() => middle.waiting === 2)
    assert.equal(phone.host.text('.upload-tray-title'), phone.t('upload.running', { done: 0, total: 3 }))
    await openTray(phone)
    await phone.until(() => /^2(\.0)? MB \/ 5\.7 MB$/.test(lines(phone)[0]![1]!))
    assert.deepEqual(lines(phone)[2], ['丙.bin', phone.t('upload.state.waiting'), 'icon-pause', 'icon-x'])
    const bar = phone.host.$('.upload-row .progress-bar-done')!.element as HTMLElement
    assert.match(bar.style.width, /^([1-9]|[1-9]\d)%$/)
    site.wire.clear()
    const done = ['甲.bin', '乙.bin', '丙.bin'].map((name) => [name, phone.t('upload.state.uploaded'), 'icon-check'])
    await phone.until(() => String(lines(phone)) === String(done))
    await phone.press(phone.t('upload.clear'))
    await phone.until(() => !phone.host.$('.upload-tray') && !phone.host.$('.sheet'))
    assert.deepEqual(phone.names.sort(), ['甲.bin', '乙.bin', '丙.bin'].sort())
  })

  deepTest('an error says why, and a tap retries', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    const cut = site.wire.cut('presign_upload')
    await put(phone, [text('甲.bin')])
    await phone.reads(phone.t('upload.failed', { n: 1 }))
    await openTray(phone)
    const says = `${phone.t('upload.fault.network')} · ${phone.t('upload.state.retry')}`
    assert.deepEqual(lines(phone), [['甲.bin', says, 'icon-refresh-cw', 'icon-x']])
    cut.stop()
    phone.host.tap('.upload-row-press')
    await phone.row('甲.bin')
  })

  deepTest('cancelling removes the upload, and asks where sent bytes would be lost', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    const middle = site.wire.hold(content, { after: 1000 })
    await put(phone, [text('甲.bin', 5000), text('乙.bin', 5000), text('丙.bin')])
    await phone.until(() => middle.waiting === 2)
    await openTray(phone)
    const cancel = (at: number) => phone.host.tap(phone.host.$$('.upload-row')[at]!.$$('.icon-button').pop()!)
    cancel(2)
    await phone.until(() => lines(phone).length === 2)
    assert.equal(phone.host.$('.dialog'), null)
    cancel(0)
    assert.equal((await phone.dialog()).title, phone.t('upload.cancelTitle'))
    await phone.answer('upload.keep')
    await phone.until(() => !phone.host.$('.dialog'))
    assert.equal(lines(phone).length, 2)
    cancel(0)
    await phone.answer('upload.cancelConfirm')
    await phone.until(() => lines(phone).length === 1)
    site.wire.clear()
    await phone.row('乙.bin')
    assert.equal(phone.listLength, 1)
  })

  deepTest('an upload goes on over pages, and its file appears only in its own place', async (t) => {
    const user = await site.make.user()
    await site.make.folder({ owner: user }, { name: '资料' })
    const phone = await openOwn(t, site.wire, user)
    site.wire.hold(content)
    await put(phone, [text('甲.bin')])
    await phone.until('.upload-tray')
    await phone.open('资料')
    await phone.titled('资料')
    await phone.until('.upload-tray')
    site.wire.clear()
    await phone.reads(phone.t('upload.finished', { n: 1 }))
    assert.deepEqual(phone.names, [])
    phone.host.back()
    assert.deepEqual(phone.names, ['甲.bin', '资料'])
  })
})

describe('[AH-02] parts', () => {
  const stored = async (user: { login: string }, name: string) => {
    const me = await client(site.server).as(user.login)
    const { items = [] } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    const found = items.filter((item) => item.name === name)
    assert.equal(found.length, 1, 'once')
    const { download_url: address } = await me.call('GET /apps/files/download', { file_id: found[0]!.id })
    return sha256(Buffer.from(await (await fetch(new URL(address, site.server.url))).arrayBuffer()))
  }
  const part = 2 * 1024 * 1024
  const offsets = ({ host }: Phone) =>
    host.requests
      .filter(({ url, method }) => url.includes('/files/tus/') && method === 'POST')
      .map(({ header }) => Number(header['upload-offset']))
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

  deepTest('a video of 60 MB is sent in parts of 2 MB, and hiding the app in the middle loses no byte', async (t) => {
    const user = await site.make.user()
    const phone = await openOwn(t, site.wire, user)
    const video = randomBytes(60_000_000)
    const middle = site.wire.hold(content, { skip: 9 })
    await put(phone, [{ name: '实验.mp4', data: video }])
    await phone.until(() => middle.waiting === 1)
    phone.host.hide({ interrupt: true })
    site.wire.clear()
    phone.host.show()
    await phone.row('实验.mp4')
    assert.equal(await stored(user, '实验.mp4'), sha256(video))
    const again = sum(offsets(phone).map((from) => Math.min(part, video.length - from))) - video.length
    assert.ok(again >= 0 && again <= part, `${again} bytes were sent again, more than one part`)
    assert.equal(offsets(phone).filter((from) => from === 0).length, 1)
  })

  deepTest('after the app was closed, unfinished uploads are listed and resume with the same file', async (t) => {
    const user = await site.make.user()
    const first = await openOwn(t, site.wire, user)
    const video = randomBytes(5_000_000)
    const middle = site.wire.hold(content, { skip: 1 })
    await put(first, [{ name: '实验.mp4', data: video }])
    await first.until(() => middle.waiting === 1)
    const { storage } = first.host
    first.host.hide({ interrupt: true })
    const phone = await openOwn(t, site.wire, user, { storage })
    site.wire.clear()
    await phone.reads(phone.t('upload.unfinished', { n: 1 }))
    await openTray(phone)
    const line = phone.t('upload.unfinishedLine', { loaded: '2 MB', total: '4.8 MB' })
    assert.deepEqual(lines(phone), [['实验.mp4', line, 'icon-play', 'icon-x']])
    phone.host.pick([{ name: 'wx.mp4', data: video }])
    phone.host.tap(await phone.icon('play'))
    await phone.answer('upload.sameConfirm')
    await phone.row('实验.mp4')
    assert.equal(await stored(user, '实验.mp4'), sha256(video))
    assert.ok(offsets(phone)[0]! >= part, 'what was there is not sent again')
  })
})

describe('[AH-03] one or all', () => {
  deepTest(
    'all uploads pause and resume where they were; the screen stays on only while something is sent (AH-04)',
    async (t) => {
      const user = await site.make.user()
      const phone = await openOwn(t, site.wire, user)
      const middle = site.wire.hold(content, { skip: 1 })
      await put(phone, [text('甲.bin', 6e6), text('乙.bin', 6e6), text('丙.bin', 100)])
      await phone.until(() => middle.waiting === 2)
      assert.equal(phone.host.keepsScreenOn, true)
      await openTray(phone)
      await phone.press(phone.t('upload.pauseAll'))
      const at = phone.t('upload.loadedOf', { loaded: '2 MB', total: '5.7 MB' })
      const paused = phone.t('upload.state.paused')
      await phone.until(
        () =>
          String(lines(phone).map(([, line]) => line)) === String([`${at} · ${paused}`, `${at} · ${paused}`, paused]),
      )
      await phone.until(() => !phone.host.keepsScreenOn)
      site.wire.clear()
      await phone.press(phone.t('upload.resumeAll'))
      await phone.reads(phone.t('upload.finished', { n: 3 }))
      await phone.until(() => !phone.host.keepsScreenOn)
      assert.deepEqual(phone.names.sort(), ['甲.bin', '乙.bin', '丙.bin'].sort())
    },
  )
})

describe('[UPL-03] what may be uploaded', () => {
  deepTest('a file of 50 GB is refused with the limit before a byte is requested', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    await put(phone, [{ name: '太大.bin', size: 53_687_091_200 }, text('甲.bin')])
    assert.equal((await phone.dialog()).text, phone.t('upload.fault.tooLarge'))
    await phone.answer('action.gotIt')
    await phone.row('甲.bin')
    assert.equal(phone.asked('/presign_upload').length, 1)
  })

  deepTest('the pickers offer at most ten files at once', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    const ten = Array.from({ length: 10 }, (_, at) => text(`第${at}份.txt`))
    await put(phone, ten)
    await phone.until(() => phone.listLength === 10)
    await phone.reads(phone.t('upload.finished', { n: 10 }))
    phone.host.pick([...ten, text('第十一份.txt')])
    await phone.add('upload.chat')
    await assert.rejects(phone.until('.nothing'), /the test picks 11 files, the app allows 10/)
    phone.host.errors.length = 0
  })

  deepTest('an unreadable file under 5 MB disappears silently, a larger one says so', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    await put(phone, [{ ...text('小.bin'), lost: true }, text('甲.bin')])
    await phone.row('甲.bin')
    await phone.reads(phone.t('upload.finished', { n: 1 }))
    assert.equal(phone.host.$('.dialog'), null)
    await put(phone, [{ name: '大.bin', size: 6e6, lost: true }])
    await phone.reads(phone.t('upload.failed', { n: 1 }))
  })
})

describe('[UPL-06] sources of files', () => {
  deepTest(
    'photos and videos of the phone are named by their time, and files of a chat keep their names',
    async (t) => {
      const phone = await openOwn(t, site.wire, await site.make.user())
      await phone.until('.foot-add')
      phone.host.tap('.foot-add')
      await phone.until('.action-grid-cell')
      const offered = phone.host.$$('.action-grid-cell').map((cell) => cell.text)
      assert.deepEqual(
        offered,
        (['upload.camera', 'upload.media', 'upload.chat', 'upload.scan.title', 'name.newFolder'] as const).map((key) =>
          phone.t(key),
        ),
      )
      phone.host.back()
      await phone.until(() => !phone.host.$('.sheet'))
      await put(
        phone,
        [
          { name: 'x.jpg', data: await photo() },
          { name: 'y.mp4', data: 'video' },
        ],
        'upload.media',
      )
      await phone.until(() => phone.listLength === 2)
      assert.match(phone.names.sort().join(), /^IMG_\d{8}_\d{6}\.jpg,VID_\d{8}_\d{6}\.mp4$/)
      await put(phone, [text('会议纪要.docx')], 'upload.chat')
      await phone.row('会议纪要.docx')
      await put(phone, [{ name: 'z.jpg', data: await photo() }], 'upload.camera')
      await phone.until(() => phone.listLength === 4)
      assert.deepEqual(phone.host.mediaSources, ['album', 'camera'])
    },
  )

  deepTest('WeCom offers its own chats once it is signed in, and a phone without that call offers none', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user(), { weCom: true })
    for (const name of ['甲.txt', '乙.txt']) {
      await put(phone, [text(name)])
      await phone.row(name)
    }
    const older = await openOwn(t, site.wire, await site.make.user(), {
      weCom: true,
      lacks: ['qy.chooseMessageFile'],
    })
    older.host.tap(await older.until('.foot-add'))
    await older.reads(older.t('upload.media'))
    assert.ok(!older.host.text().includes(older.t('upload.chat')))
  })

  deepTest('a phone that cannot choose pictures and videos together offers only pictures', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user(), { weCom: true, lacks: ['chooseMedia'] })
    await put(phone, [{ name: 'x.jpg', data: await photo() }], 'upload.media')
    await phone.until(() => /^IMG_\d{8}_\d{6}\.jpg$/.test(phone.names[0] ?? ''))
  })

  deepTest('closing the picker changes nothing', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    phone.host.pick('cancel')
    await phone.add('upload.media')
    await phone.until(() => !phone.host.$('.sheet'))
    assert.equal(phone.host.$('.dialog'), null)
    assert.equal(phone.host.$('.upload-tray'), null)
  })
})

describe('[AH-29] the privacy authorisation', () => {
  const guide = '小程序隐私保护指引'
  deepTest('the authorisation appears before the first picker; a refusal is explained and can be undone', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user(), { privacy: 'needed' })
    await phone.add('upload.media')
    const { title, text: says, buttons } = await phone.dialog()
    assert.equal(title, phone.t('privacy.title'))
    assert.ok(says.includes(guide), says)
    assert.deepEqual(buttons, [phone.t('privacy.refuse'), phone.t('privacy.agree')])
    await phone.answer('privacy.refuse')
    await phone.reads(phone.t('privacy.refused'))
    await phone.answer('action.gotIt')
    await phone.until(() => !phone.host.$('.dialog'))

    phone.host.pick([text('甲.txt')])
    await phone.add('upload.chat')
    await phone.reads(guide)
    await phone.answer('privacy.agree')
    await phone.row('甲.txt')
    await put(phone, [{ name: 'x.jpg', data: await photo() }], 'upload.media')
    await phone.until(() => phone.listLength === 2)
    assert.equal(phone.host.$('.dialog'), null)
  })

  deepTest('going back also refuses', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user(), { privacy: 'needed' })
    await phone.add('upload.chat')
    await phone.reads(guide)
    await phone.until(() => !phone.host.$('.sheet'))
    phone.host.back()
    await phone.reads(phone.t('privacy.refused'))
    assert.equal(phone.host.pages.length, 1)
  })

  deepTest(
    'an interface that the console’s guide does not declare is no refusal by the user: the app says so, and the server logs it',
    async (t) => {
      const user = await site.make.user()
      const phone = await openOwn(t, site.wire, user, { privacy: 'undeclared' })
      await phone.add('upload.chat')
      await phone.reads(phone.t('privacy.undeclared'))
      await phone.until(() =>
        phone.host.requests.some(({ url, status }) => url.endsWith('/logs/action') && status === 200),
      )
      const told = await site.server.deps.db
        .selectFrom('action_log')
        .selectAll()
        .where('user_id', '=', user.id)
        .execute()
      assert.deepEqual(
        told.map(({ action, additional_info: info }) => [action, info]),
        [['privacy_undeclared', { api: 'chooseMessageFile' }]],
      )
    },
  )
})
