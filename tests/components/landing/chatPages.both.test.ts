import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { phrases } from '@/i18n/landing/zhCN'
import WxPreviewPage from '@/packages/visit/wx/preview/index'
import WxSharePage from '@/packages/visit/wx/share/index'
import type { PlaceOf } from '@/platform/Platform'
import { makeItem, makeStrangerInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedIn, platformSignedOut, startApp } from '../../stores/support/startApp'
import { INFO, NAME, TRY, holdProduct, makeProcess } from '../../stores/support/visits'
import { answered, mountScreen, tap, type Mounted } from '../rig'

const { visit: words } = phrases
const LOOK = 'GET /apps/files/get_info'
const ABOUT = 'GET /apps/representations/info'

// Nothing is laid out here, so no size is reported.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

let mounted: Mounted
afterEach(() => mounted.close())
const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

const shared = ['item_view', 'item_preview', 'item_share', 'item_download'] as const
/** Nothing of the item is requested. */
const unsupported = makeItem({
  id: 5,
  name: '简章.xyz',
  extension: 'xyz',
  extension_category: 'other',
  permissions: [...shared],
})
const branding = {
  language_type: 'default',
  logo_key: null,
  logo_dark_key: null,
  logo_url: null,
  logo_dark_url: null,
  share_link_page_title: '',
  complaints: true,
} as const

interface Given {
  isIn?: boolean
  process?: ReturnType<typeof makeProcess>
  place?: Partial<PlaceOf<'wxShare'>>
}

async function open({ isIn = false, process = makeProcess(), place = {} }: Given = {}) {
  sessionStorage.clear()
  const rig = await startApp(isIn ? platformSignedIn() : platformSignedOut())
  rig.server
    .on(INFO, { process, share_grant: 'g1' })
    .on(ABOUT, refusal('permission_denied'))
    .on('POST /apps/logs/action', {})
    .on('GET /apps/files/get_info', { item: unsupported })
    .on('GET /apps/users/get_base_info', makeStrangerInfo({ share_branding: branding }))
  holdProduct(rig.server)
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'wxShare', uniqueName: NAME, ...place }) })
  mounted = await mountScreen(rig.app, h(WxSharePage))
  await answered()
  return rig
}

describe('[WX-02] a link as a chat opens it', () => {
  test('the page shows name and size, and unfolded the sharer and reporting', async () => {
    await open()
    expect(texts('.chat-head-name')).toStrictEqual([unsupported.name])
    expect(texts('.chat-head-more')).toStrictEqual([])
    await tap(mounted.box, '.chat-head-line')
    expect(texts('.chat-head-facts')[0]).toContain('王珂 分享了文件给你')
    expect(texts('.chat-head-more .text-button')).toStrictEqual([words.report.title])
    await tap(mounted.box, '.chat-head-line')
    expect(texts('.chat-head-more')).toStrictEqual([])
  })

  test('[LAND-11] the maker can neither report nor save, and finds their own files', async () => {
    await open({ isIn: true, process: makeProcess({ can_save: true, share_link: { is_owner: true } }) })
    await tap(mounted.box, '.chat-head-line')
    expect(texts('.chat-head-more .text-button')).toStrictEqual([])
    expect(texts('.visit-buttons .button')).toContain(words.chat.ownFiles)
    expect(texts('.visit-buttons .button')).not.toContain(words.save.action)
  })

  test('[LAND-11] a stranger is offered downloading and saving, and a link that may not be forwarded has no such button', async () => {
    await open({ process: makeProcess({ can_save: true, share_link: { disable_forward: true } }) })
    expect(texts('.visit-buttons .button')).toStrictEqual([words.download, words.save.action])
  })

  test('after saving the page says so, and where', async () => {
    const process = makeProcess({ can_save: true, saved_folder: { typed_id: 'folder_9', name: '班级' } })
    const { platform } = await open({ isIn: true, process })
    expect(texts('.visit-saved-text')).toStrictEqual(['已保存到“班级”'])
    await tap(mounted.box, '.visit-saved .text-button')
    expect(platform.navigate.top).toMatchObject({ page: 'files', space: 'folder', id: '9' })
  })

  test('a forged “saved” in the address does not prevent saving, and tells a stranger nothing', async () => {
    const process = makeProcess({ can_save: true })
    await open({ process, place: { saved: true } })
    expect(texts('.visit-saved-text')).toStrictEqual([])
    expect(texts('.visit-buttons .button')).toContain(words.save.action)
  })

  test('[AH-06] a counted link is not counted by opening the page, and says how many previews are left', async () => {
    const { app, server } = await open({ process: makeProcess({ share_link: { previews_left: 1 } }) })
    expect(texts('.visit-card .sheet-head-text')[0]).toContain('还可预览 1 次')
    expect(server.countOf(LOOK)).toBe(0)
    await tap(mounted.box, '.visit-card .button', words.preview)
    await answered()
    expect(texts('.visit-card')).toStrictEqual([])
    expect(server.countOf(LOOK)).toBe(1)
    server.on(INFO, { process: makeProcess({ share_link: { previews_left: 0 } }), share_grant: 'g1' })
    mounted.close()
    await answered()
    mounted = await mountScreen(app, h(WxSharePage))
    await answered()
    // A file that was viewed a moment ago counts nothing again.
    expect(texts('.visit-card .button')).toStrictEqual([words.preview])
  })

  test('[AH-06] with no preview left there is nothing to tap', async () => {
    await open({ process: makeProcess({ share_link: { previews_left: 0 } }) })
    expect(texts('.visit-card .button')).toStrictEqual([words.previewLimited])
  })

  test('[AH-06] a file that is not loaded yet says so, too', async () => {
    const process = makeProcess({ share_link: { previews_left: 3 } })
    await open({ process, place: { item: 9 } })
    expect(texts('.chat-look-text')).toStrictEqual(['还可预览 3 次'])
    expect(texts('.chat-look .button')).toStrictEqual([words.preview])
  })

  test('[LAND-01] the password of the address is tried once, and a wrong one leaves the form', async () => {
    sessionStorage.clear()
    const rig = await startApp(platformSignedOut())
    rig.server.on(INFO, refusal('share_link_invalid_password')).on(TRY, refusal('share_link_invalid_password'))
    holdProduct(rig.server)
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'wxShare', uniqueName: NAME, password: 'k7' }) })
    mounted = await mountScreen(rig.app, h(WxSharePage))
    await answered()
    expect(rig.server.countOf(TRY)).toBe(1)
    expect(texts('.visit-password-submit').length).toBe(1)
  })
})

describe('[WX-01] [RT-07] a file of the user as a chat opens it', () => {
  async function preview(item: object) {
    const rig = await startApp(platformSignedIn())
    rig.server.on('GET /apps/files/get_info', item as never).on(ABOUT, refusal('permission_denied'))
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'wxPreview', fileId: 5, root: 3 }) })
    mounted = await mountScreen(rig.app, h(WxPreviewPage))
    await answered()
    return rig
  }

  test('the page shows the file’s name, and a group gets the file by a link', async () => {
    const { platform } = await preview({ item: unsupported })
    expect(texts('.header-text')).toStrictEqual([unsupported.name])
    await tap(mounted.box, '.button', words.chat.toGroup)
    expect(platform.navigate.top).toMatchObject({ page: 'share', typedId: 'file_5' })
  })

  test('every unavailable file has the same words, whatever it was', async () => {
    await preview(refusal('item_not_found', { text: '文件不存在' }))
    expect(texts('.empty-title')).toStrictEqual([words.chat.failed])
    expect(texts('.button')).toStrictEqual([words.chat.ownFiles])
  })
})
