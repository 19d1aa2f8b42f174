import { describe, expect, test } from '@jest/globals'
import type { ErrorCode } from '@/contract/errors'
import { NoAnswer } from '@/platform/Platform'
import type { LandingPhase } from '@/stores/landing/LandingStore'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, platformSignedOut, startApp } from '../support/startApp'
import { settled } from '../support/until'
import { INFO, NAME, TRY, makeProcess, startVisit } from '../support/visits'

const LIST = 'GET /apps/files/file_list/{folderId}'

const listed = {
  children: [makeItem({ id: 8 })],
  total_children_count: 1,
  sort_by: 'date' as const,
  sort_direction: 'desc' as const,
  permissions: [],
  is_frequently_used: false,
  current_path: [],
  folder: null,
}

async function start({ grant = '', platform = platformSignedOut() } = {}) {
  const rig = await startApp(platform)
  return { ...rig, ...startVisit(rig, grant) }
}

describe('[LAND-01] opening a link', () => {
  test('a link without obstacles shows its content at once, and its grant accompanies later calls', async () => {
    const { visit, server, grants } = await start()
    server.on(INFO, { process: makeProcess(), share_grant: 'g1' }).on(LIST, listed)
    expect(visit.phase).toBe('loading')
    await visit.open(null)
    expect([visit.phase, visit.process?.item?.name, grants.get(NAME)]).toStrictEqual(['open', '简章.pdf', 'g1'])
    await visit.api.call(LIST, { folderId: 0 })
    const [call] = server.callsOf(LIST)
    expect(call!.request).toMatchObject({ scenario: 'share', share_link_token: NAME })
    expect(call!.headers['X-Share-Grant']).toBe('g1')
  })

  test('each screen of a link requests it, parallel ones once, and the content stays until the answer', async () => {
    const { visit, server } = await start()
    server.on(INFO, { process: makeProcess({ description: '上周的' }), share_grant: 'g1' })
    await Promise.all([visit.open(null), visit.open(null)])
    expect(server.countOf(INFO)).toBe(1)
    server.on(INFO, { process: makeProcess({ description: '这周的' }), share_grant: 'g2' })
    const again = visit.open(null)
    expect([visit.phase, visit.process?.description]).toStrictEqual(['open', '上周的'])
    await again
    expect([visit.phase, visit.process?.description]).toStrictEqual(['open', '这周的'])
    // The visitor stays the same, so that nothing is counted anew.
    expect(server.callsOf(INFO).map(({ headers }) => headers['X-Share-Grant'])).toStrictEqual([undefined, 'g1'])
    await visit.open(7)
    expect(server.countOf(INFO)).toBe(3)
  })

  const ended: ErrorCode[] = [
    'process_share_link_closed',
    'share_link_expired',
    'share_link_not_found',
    'share_link_preview_download_limited',
    'permission_denied',
  ]
  test.each(ended)('%s is checked anew by the next screen, and when the app comes back', async (code) => {
    const { visit, server } = await start()
    server.on(INFO, refusal(code))
    await visit.open(null)
    const before = visit.phase
    server.on(INFO, new NoAnswer('network'))
    await visit.onResume()
    expect(visit.phase).toBe(before)
    server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
    await visit.onResume()
    expect(visit.phase).toBe('open')
    server.on(INFO, refusal(code))
    await visit.open(null)
    expect(visit.phase).toBe(before)
  })

  test('[LAND-10] coming back interrupts neither typing nor checking a password', async () => {
    const { visit, server } = await start()
    server.on(INFO, refusal('share_link_invalid_password'))
    server.on(TRY, refusal('share_link_invalid_password', { text: '密码错误' }))
    await visit.open(null)
    const wrong = visit.submit('k7m2')
    await Promise.all([wrong, visit.onResume(), visit.open(null)])
    await visit.onResume()
    expect([visit.error, server.countOf(INFO)]).toStrictEqual([{ text: '密码错误' }, 1])
  })

  test('a stored grant is sent along, so that nobody is asked for a password again', async () => {
    const { visit, server } = await start({ grant: 'g0' })
    server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
    await visit.open(null)
    expect(server.callsOf(INFO)[0]!.headers['X-Share-Grant']).toBe('g0')
  })

  test('a process that is not of type 2 is denied, whatever else it says', async () => {
    const { visit, server } = await start()
    server.on(INFO, { process: makeProcess({ type: 1, item: null }), share_grant: '' })
    await visit.open(null)
    expect([visit.phase, visit.denial]).toStrictEqual(['denied', 'waiting'])
    server.on(INFO, { process: makeProcess({ type: 3, item: null }), share_grant: '' })
    await visit.retry()
    expect([visit.phase, visit.denial]).toStrictEqual(['denied', 'refused'])
  })

  test('without an answer the page says so and offers a retry', async () => {
    const { visit, server } = await start()
    server.on(INFO, () => new NoAnswer('network'))
    await visit.open(null)
    expect([visit.phase, visit.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
    const again = visit.retry()
    expect(visit.phase).toBe('loading')
    await again
    expect(visit.phase).toBe('open')
  })

  test('a refusal missing in the catalogue has the words of the server', async () => {
    const { visit, server } = await start()
    server.on(INFO, refusal('enterprise_expired', { text: '公司的服务已到期' }))
    await visit.open(null)
    expect([visit.phase, visit.denial, visit.error]).toStrictEqual(['denied', 'other', { text: '公司的服务已到期' }])
  })
})

describe('[LAND-01] [LAND-10] a password', () => {
  test('the form appears without a reproach; a wrong password keeps it and says so, and typing clears that', async () => {
    const { visit, server } = await start()
    server
      .on(INFO, refusal('share_link_invalid_password'))
      .on(TRY, ({ password }) =>
        password === 'k7m3'
          ? { process: makeProcess(), share_grant: 'g1' }
          : refusal('share_link_invalid_password', { text: '密码错误' }),
      )
    await visit.open(null)
    expect([visit.phase, visit.error]).toStrictEqual(['password', null])
    const wrong = visit.submit('k7m2')
    expect([visit.isChecking, visit.phase]).toStrictEqual([true, 'password'])
    await wrong
    expect([visit.isChecking, visit.phase, visit.error]).toStrictEqual([false, 'password', { text: '密码错误' }])
    visit.clearError()
    expect(visit.error).toBeNull()
    await visit.submit('k7m3')
    expect(visit.phase).toBe('open')
  })

  test('a network failure during the check keeps the form', async () => {
    const { visit, server } = await start()
    server.on(INFO, refusal('share_link_invalid_password')).on(TRY, () => new NoAnswer('network'))
    await visit.open(null)
    await visit.submit('k7m3')
    expect([visit.phase, visit.error]).toStrictEqual(['password', { key: 'failure.network' }])
  })

  test('an expired token of a page is renewed, and the password sent once more', async () => {
    const { visit, server } = await start()
    let isOld = true
    server.on(INFO, refusal('share_link_invalid_password')).on(TRY, () => {
      if (!isOld) return { process: makeProcess(), share_grant: 'g1' }
      isOld = false
      return refusal('security_check_failed')
    })
    await visit.open(null)
    await visit.submit('k7m3')
    expect([visit.phase, server.countOf(TRY)]).toStrictEqual(['open', 2])
  })
})

describe('[LAND-01] in the middle of a visit', () => {
  async function inside() {
    const rig = await start()
    rig.server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
    await rig.visit.open(null)
    return rig
  }

  test('an expired grant is renewed once for all waiting calls, and they continue', async () => {
    const { visit, server } = await inside()
    server.on(INFO, { process: makeProcess(), share_grant: 'g2' })
    server.on(LIST, (_, { headers }) =>
      headers['X-Share-Grant'] === 'g2' ? listed : refusal('share_grant_expired', { key: 'validation_errors' }),
    )
    await Promise.all([visit.api.call(LIST, { folderId: 0 }), visit.api.call(LIST, { folderId: 9 })])
    expect([server.countOf(INFO), visit.phase]).toStrictEqual([2, 'open'])
  })

  test('a grant that is refused again is not renewed for ever', async () => {
    const { visit, server, app } = await inside()
    server.on(LIST, refusal('share_grant_expired', { key: 'validation_errors' }))
    await expect(visit.api.call(LIST, { folderId: 0 })).rejects.toThrow('share_grant_expired')
    expect([server.countOf(LIST), server.countOf(INFO)]).toStrictEqual([2, 2])
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '说明：share_grant_expired' })
  })

  test('a password that was set since asks the visitor', async () => {
    const { visit, server, app } = await inside()
    server.on(LIST, refusal('share_grant_expired')).on(INFO, refusal('share_link_invalid_password'))
    await expect(visit.api.call(LIST, { folderId: 0 })).rejects.toThrow('share_grant_expired')
    expect([visit.phase, app.feedback.dialog]).toStrictEqual(['password', null])
  })

  const endings: [ErrorCode, LandingPhase][] = [
    ['process_share_link_closed', 'denied'],
    ['share_link_expired', 'denied'],
    ['share_link_not_found', 'notFound'],
    ['action_need_login', 'needLogin'],
  ]
  test.each(endings)('%s, by whatever call it comes, ends the visit without a dialog', async (code, phase) => {
    const { visit, server, app } = await inside()
    server.on(LIST, refusal(code))
    await expect(visit.api.call(LIST, { folderId: 0 }, { quiet: true })).rejects.toThrow(code)
    expect([visit.phase, app.feedback.dialog, app.platform.navigate.depth()]).toStrictEqual([phase, null, 0])
  })

  test('a withdrawn right ends the visit; one that only an item lacks is reported and ends nothing', async () => {
    const { visit, server, app } = await inside()
    server.on(LIST, refusal('permission_denied', { text: '没有权限' }))
    await expect(visit.api.call(LIST, { folderId: 0 })).rejects.toThrow('permission_denied')
    expect([visit.phase, app.feedback.dialog?.text]).toStrictEqual(['open', { text: '没有权限' }])
    server.on(INFO, refusal('permission_denied'))
    await expect(visit.api.call(LIST, { folderId: 0 }, { quiet: true })).rejects.toThrow('permission_denied')
    expect([visit.phase, visit.denial]).toStrictEqual(['denied', 'forbidden'])
  })

  test('[LAND-08] reaching a limit is reported and ends nothing', async () => {
    const { visit, server, app } = await inside()
    server.on('GET /apps/files/download', refusal('share_link_preview_download_limited', { text: '次数已用完' }))
    await expect(visit.api.call('GET /apps/files/download', { file_id: 5 })).rejects.toThrow()
    expect([visit.phase, app.feedback.dialog?.text]).toStrictEqual(['open', { text: '次数已用完' }])
  })

  test('[AH-06] counted links request what is left, and the number stays while the server cannot be reached', async () => {
    const { visit, server } = await inside()
    await visit.refresh()
    expect(server.countOf(INFO)).toBe(1)
    server.on(INFO, { process: makeProcess({ share_link: { previews_left: 3 } }), share_grant: 'g1' })
    await visit.reload()
    server.on(INFO, { process: makeProcess({ share_link: { previews_left: 2 } }), share_grant: 'g1' })
    await visit.refresh()
    expect(visit.process?.share_link.previews_left).toBe(2)
    server.on(INFO, () => new NoAnswer('network'))
    await visit.refresh()
    expect([server.countOf(INFO), visit.phase, visit.error]).toStrictEqual([4, 'open', null])
  })

  test('[LAND-11] a member’s own call omits the link', async () => {
    const platform = platformSignedIn()
    const rig = await start({ platform })
    rig.server.on(INFO, { process: makeProcess(), share_grant: 'g1' }).on(LIST, listed)
    await rig.visit.open(7)
    await rig.app.api.call(LIST, { folderId: 0 })
    expect(rig.server.callsOf(LIST)[0]!.headers['X-Share-Grant']).toBeUndefined()
    expect(rig.server.callsOf(LIST)[0]!.request).not.toHaveProperty('scenario')
  })
})

test('in the mini-program an expired token does not force signing in to a public link', async () => {
  const platform = platformSignedOut('weapp')
  platform.storage.write('authToken', 'old')
  const { createApp } = await import('@/stores/app/AppServices')
  const app = createApp(platform)
  platform.server.on('GET /apps/users/is_user_logged_in', (_, { headers }) =>
    headers['Auth-Token'] ? refusal('login_expired') : { is_user_logged_in: false },
  )
  platform.server.on(INFO, (_, { headers }) =>
    headers['Auth-Token'] ? refusal('login_expired') : { process: makeProcess(), share_grant: 'g1' },
  )
  const { visit } = startVisit({ app, server: platform.server })
  const opened = visit.open(null)
  await app.session.start()
  await opened
  await settled()
  expect(visit.phase).toBe('open')
})

test('[LAND-01] a link that opens elsewhere says where', async () => {
  const { visit, server } = await start()
  const { status, body } = refusal('share_link_moved')
  server.on(INFO, { status, body: { ...(body as object), redirect_domain: 'https://b.example' } })
  await visit.open(null)
  expect([visit.phase, visit.elsewhere]).toStrictEqual(['denied', `https://b.example/share/${visit.uniqueName}`])
  server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
  await visit.retry()
  expect([visit.phase, visit.elsewhere]).toStrictEqual(['open', null])
})

describe('[LAND-09] the owner of the page', () => {
  const branding = {
    language_type: 'default' as const,
    logo_key: null,
    logo_dark_key: null,
    logo_url: null,
    logo_dark_url: null,
    share_link_page_title: '明德学校云盘',
    complaints: true,
  }

  test.each([
    [null, null, null, null],
    ['/light', null, '/light', '/light'],
    ['/light', '/dark', '/light', '/dark'],
    [null, '/dark', null, '/dark'],
  ])('the logos %s and %s appear as %s on light backgrounds and as %s on dark ones', async (light, dark, ...shown) => {
    const { visit, server } = await start()
    server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
    const { makeStrangerInfo } = await import('../support/factories')
    const share_branding = { ...branding, logo_url: light, logo_dark_url: dark }
    server.on('GET /apps/users/get_base_info', { ...makeStrangerInfo(), share_branding })
    expect(visit.around.logoOn('light')).toBeNull()
    await visit.open(null)
    expect([visit.around.logoOn('light'), visit.around.logoOn('dark')]).toStrictEqual(shown)
  })

  test("the enterprise's title appears, or until it is known, or without one, the product's name", async () => {
    const { visit, server, app } = await start()
    server.on(INFO, { process: makeProcess(), share_grant: 'g1' })
    expect(visit.around.title).toBe(app.sessionContext.productName)
    const { makeStrangerInfo } = await import('../support/factories')
    server.on('GET /apps/users/get_base_info', { ...makeStrangerInfo(), share_branding: branding })
    await visit.open(null)
    expect([visit.around.title, visit.around.takesReports]).toStrictEqual(['明德学校云盘', true])
  })

  test('[LAND-02] a product under another name has no registration and no reports', async () => {
    const { visit, server } = await start()
    const { makeStrangerInfo } = await import('../support/factories')
    server
      .on(INFO, { process: makeProcess(), share_grant: 'g1' })
      .on('GET /apps/users/get_base_info', { ...makeStrangerInfo(), share_branding: branding })
      .on('GET /apps/users/get_share_user_info', {
        product_id: '',
        resource_id: NAME,
        open_app_url: 'https://app.test/',
        is_custom_product: true,
      })
    await visit.open(null)
    expect([visit.around.registerUrl, visit.around.takesReports, visit.around.appUrl]).toStrictEqual([
      '',
      false,
      'https://app.test/',
    ])
  })
})
