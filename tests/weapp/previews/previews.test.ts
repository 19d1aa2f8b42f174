import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { recording } from '../../support/samples/media'
import { cutPhoto, pdf, photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { openFile, openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'
import { info, opened, generating } from './previewAnswers'

const site = openSite()
const withoutFfmpeg = (await findFfmpeg()) === null && 'ffmpeg is not installed'

const openPreview = (t: TestContext, name: string, content: Buffer | string) => openFile(t, site, name, content)

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

  deepTest('a rename in the preview updates the list below, and a delete closes the preview', async (t) => {
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
        ['extract_processing', { progress: 50 }, 75],
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
      await phone.until('.reading-row')
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
