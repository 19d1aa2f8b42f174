import { describe, expect, test } from '@jest/globals'
import type { BaseInfo } from '@/contract/entities'
import { NoAnswer } from '@/platform/Platform'
import { guidesOf } from '@/stores/app/GuideStore'
import { makeBaseInfo } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'

const CALL = 'POST /apps/users/update_user_guide_settings'
const allOn = { user_guide_h5_sync: true, user_guide_h5_upload: true, user_guide_h5_logout: true }

async function start(info: Partial<BaseInfo> = {}) {
  const platform = platformSignedIn()
  platform.server
    .on(
      'GET /apps/users/get_base_info',
      makeBaseInfo({ is_h5_show_user_guide: true, user_guide_settings: allOn, ...info }),
    )
    .on(CALL, {})
  const rig = await startApp(platform)
  return { ...rig, guides: guidesOf(rig.app) }
}

describe('[CTX-13] guides that are on', () => {
  const half = { ...allOn, user_guide_h5_upload: false }
  const table: [string, Partial<BaseInfo>, boolean[]][] = [
    ['where guides are shown and its own setting is not off', {}, [true, true, true]],
    ['each by its own setting', { user_guide_settings: half }, [true, false, true]],
    ['never where guides are not shown', { is_h5_show_user_guide: false }, [false, false, false]],
  ]
  test.each(table)('%s', async (_what, info, on) => {
    const { guides } = await start(info)
    expect((['sync', 'upload', 'logout'] as const).map((guide) => guides.isOn(guide))).toStrictEqual(on)
  })
})

describe('[CTX-08] closing a guide', () => {
  test('closing switches off only that guide at the server, once, and every place has the same store', async () => {
    const { app, guides, server } = await start()
    guides.close('sync')
    await settled()
    expect(server.callsOf(CALL).map(({ request }) => request)).toStrictEqual([
      { new_user_guide_settings: { user_guide_h5_sync: false } },
    ])
    expect([guides.isOn('sync'), guides.isOn('upload')]).toStrictEqual([false, true])
    expect(guidesOf(app)).toBe(guides)
  })

  const failures = [
    ['the network fails', () => new NoAnswer('network')],
    ['the server fails', () => status(500)],
    ['the session is over', () => refusal('login_expired')],
  ] as const
  for (const [what, failure] of failures) {
    test(`when ${what}, the guide stays away in this session and nobody is disturbed`, async () => {
      const { app, guides, platform, server } = await start()
      server.on(CALL, failure)
      guides.close('upload')
      await settled()
      expect(guides.isOn('upload')).toBe(false)
      expect([app.feedback.dialog, app.feedback.currentToast, app.session.phase, server.countOf(CALL)]).toStrictEqual([
        null,
        null,
        'signedIn',
        1,
      ])
      expect(platform.clock.waits).toStrictEqual([])
      app.sessionContext.setBaseInfo(makeBaseInfo({ is_h5_show_user_guide: true, user_guide_settings: allOn }))
      expect(guides.isOn('upload')).toBe(false)
    })
  }

  test('the next user has their own guides', async () => {
    const { app, guides, server } = await start()
    server.on('POST /apps/users/logout', {})
    guides.close('sync')
    await app.session.signOut()
    expect(guides.isOn('sync')).toBe(false)
    app.sessionContext.setBaseInfo(makeBaseInfo({ is_h5_show_user_guide: true, user_guide_settings: allOn }))
    expect(guides.isOn('sync')).toBe(true)
  })
})
