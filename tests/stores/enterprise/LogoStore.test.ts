import { beforeEach, describe, expect, test } from '@jest/globals'
import { NoAnswer, type PickedFile } from '@/platform/Platform'
import { FileUnreadable, PickFailed } from '@/platform/fileFailures'
import { PrivacyRefused } from '@/platform/privacyFailures'
import { LogoStore } from '@/stores/enterprise/LogoStore'
import { makeBaseInfo, makeEnterprise } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp, type Rig } from '../support/startApp'

const INFO = 'GET /apps/users/get_base_info'
const SET = 'POST /enterprise/set_logo'

const png = 'iVBORw0KGgoAAAA'
const undrawable = {
  status: 200,
  body: {
    success: false,
    errors: { validation_errors: [{ error_code: 'invalid_request', error_tr_msg: '', field: 'picture' }] },
  },
}
const fileOf = (size = 9000): PickedFile => ({ name: '标志.png', size, thumbnail: `blob:${size}`, source: {} })

describe('[LAND-09] the logo of the enterprise', () => {
  let rig: Rig
  let store: LogoStore

  beforeEach(async () => {
    rig = await startApp()
    store = new LogoStore(rig.app)
    rig.server.on(INFO, makeBaseInfo({ enterprise_info: makeEnterprise({ logo_key: 'a' }) }))
    await store.load()
  })

  async function pick(file: PickedFile, base64: string | Error = png) {
    rig.platform.picked = [file]
    rig.platform.base64 = base64
    await store.logos[0].pick('media')
  }

  test.each([
    ['a PNG', 'iVBORw0KGgoAAAA', undefined],
    ['a JPEG', '/9j/4AAQ', undefined],
    ['a WebP', 'UklGRiQA', undefined],
    ['a GIF', 'R0lGODlh', 'logo.wrongKind'],
    ['a drawing', 'PHN2Zz4=', 'logo.wrongKind'],
    ['nothing', '', 'logo.wrongKind'],
    ['a file that is gone', new FileUnreadable(), 'logo.unreadable'],
  ])('%s: %s', async (_what, base64, trouble) => {
    await pick(fileOf(), base64)
    const [light] = store.logos
    expect([light.isDraft, light.error]).toStrictEqual([!trouble, trouble ? { key: trouble } : null])
    expect(rig.platform.released).toHaveLength(trouble ? 1 : 0)
  })

  test('a file that is too large is not read', async () => {
    await pick(fileOf(500_001), new Error('read'))
    expect(store.logos[0].error).toStrictEqual({ key: 'logo.tooLarge', params: { n: 500 } })
    await pick(fileOf(500_000))
    expect([store.logos[0].isDraft, store.logos[0].error]).toStrictEqual([true, null])
  })

  test.each([
    [new PickFailed(), 'logo.unreadable'],
    [new PrivacyRefused(), 'privacy.refused'],
  ])('a phone without a picture is reported: %s', async (failure, key) => {
    rig.platform.picked = failure
    await store.logos[0].pick('media')
    expect(store.logos[0].error).toStrictEqual({ key })
  })

  test.each([
    ['no network', new NoAnswer('network'), { key: 'failure.network' }],
    ['a picture that the server cannot draw', undrawable, { key: 'logo.wrongKind' }],
    ['no right any more', refusal('permission_denied', { text: '没有权限' }), { text: '没有权限' }],
  ])('%s loses nothing, and saving can be retried', async (_what, answer, words) => {
    await pick(fileOf())
    rig.server.on(SET, answer)
    const [light] = store.logos
    expect(await light.save()).toBe(false)
    expect([light.error, light.picture, light.doing]).toStrictEqual([words, 'blob:9000', null])
    expect(rig.app.feedback.dialogs).toHaveLength(0)
    rig.server.on(SET, { logo_url: '/logo/2' })
    expect(await light.save()).toBe(true)
    expect([light.error, light.picture, light.isDraft]).toStrictEqual([null, '/logo/2', false])
  })

  test('a closed picker and a refused picture leave the earlier choice', async () => {
    await pick(fileOf(1))
    rig.platform.picked = []
    await store.logos[0].pick('media')
    await pick(fileOf(2), 'R0lGODlh')
    await store.load()
    expect(store.logos[0].picture).toBe('blob:1')
    store.logos[0].discard()
    expect(store.logos[0].picture).toContain('profile_pic_key=a')
  })

  test('a logo is sent once, however often the button is pressed, and for its own background', async () => {
    rig.platform.picked = [fileOf()]
    rig.platform.base64 = png
    const [light, dark] = store.logos
    await dark.pick('media')
    rig.server.on(SET, { logo_url: '/logo/3' })
    expect(await Promise.all([dark.save(), dark.save()])).toStrictEqual([true, false])
    expect(rig.server.callsOf(SET).map(({ request }) => request.is_dark)).toStrictEqual([true])
    expect([light.address?.endsWith('=a'), dark.address]).toStrictEqual([true, '/logo/3'])
  })

  test('closing the screen releases the picked file', async () => {
    await pick(fileOf())
    store.dispose()
    expect(rig.platform.released).toHaveLength(1)
  })
})
