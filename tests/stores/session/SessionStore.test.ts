import { describe, expect, test } from '@jest/globals'
import { createApp } from '@/stores/app/AppServices'
import { NoAnswer } from '@/platform/Platform'
import { makeBaseInfo, makeFolderReply, makeItem, makeStrangerInfo, makeUser } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { FakePlatform } from '../support/fakePlatform'
import { platformSignedIn, platformSignedOut, startApp } from '../support/startApp'
import { settled, until } from '../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'

const boot = { is_user_logged_in: true, base_info: makeBaseInfo(), space_info: { used: 1, total: null, item_count: 1 } }

describe('[CTX-04] the start', () => {
  test('the start requests login state, base info and space info, all at once', async () => {
    const { app, server } = await startApp()
    expect(app.session.phase).toBe('signedIn')
    expect(app.session.user?.name).toBe('王珂')
    expect(app.session.enterprise?.name).toBe('明德学校')
    expect([app.session.space?.used, app.session.space?.total]).toStrictEqual([10, 100])
    expect(server.seen.map(({ path }) => path).sort()).toStrictEqual([
      '/api/apps/frequently_used_items/get_space_info',
      '/api/apps/users/get_base_info',
      '/api/apps/users/is_user_logged_in',
    ])
  })

  test('the start requests nothing where the page brought the answers', async () => {
    const platform = new FakePlatform()
    platform.bootValue = boot
    const { app, server } = await startApp(platform)
    expect([app.session.phase, app.session.user?.id, server.seen.length]).toStrictEqual(['signedIn', 7, 0])
  })

  test('a signed-out user is led to sign-in and back to the same place', async () => {
    const platform = platformSignedOut()
    platform.navigate.stack = [{ page: 'files', space: 'folder', id: '12' }]
    const { app } = await startApp(platform)
    expect(app.session.phase).toBe('signedOut')
    await app.session.openSignIn()
    expect(platform.navigate.top).toStrictEqual({ page: 'login', redirect: '/files/folder/12' })
    expect(await app.session.signIn('wang', 'right', '/files/folder/12')).toBe(true)
    expect(app.session.phase).toBe('signedIn')
    expect(platform.navigate.visits).toStrictEqual(['replace /login', 'resume /files/folder/12'])
  })

  test('without a return address, or with a foreign one, sign-in opens the frequent space', async () => {
    for (const redirect of [undefined, '', '//evil.test', 'https://evil.test/x']) {
      const platform = platformSignedOut()
      const { app } = await startApp(platform)
      await app.session.signIn('wang', 'right', redirect)
      expect(platform.navigate.visits).toStrictEqual(['relaunch /files/frequent'])
    }
  })

  test('an absolute sign-in address wins over the built-in page', async () => {
    const platform = platformSignedOut()
    platform.server.on('GET /apps/users/get_base_info', makeStrangerInfo({ login_url: 'https://sso.test/in?app=1' }))
    const { app } = await startApp(platform)
    await app.session.openSignIn()
    const back = encodeURIComponent('https://drive.test/files/frequent')
    expect(platform.navigate.visits).toStrictEqual([`leave https://sso.test/in?app=1&redirect=${back}`])
  })

  test('an address for signing out is no address for signing in', async () => {
    const platform = platformSignedOut()
    platform.server.on('GET /apps/users/get_base_info', makeStrangerInfo({ logout_url: 'https://sso.test/out' }))
    const { app } = await startApp(platform)
    await app.session.openSignIn()
    expect(platform.navigate.top).toStrictEqual({ page: 'login', redirect: '/files/frequent' })
  })

  test('the start says when the server does not answer, and can be retried', async () => {
    const platform = platformSignedIn()
    platform.server.on('GET /apps/users/get_base_info', new NoAnswer('network'))
    const { app } = await startApp(platform)
    expect([app.session.phase, app.session.error]).toStrictEqual(['unreachable', { key: 'failure.network' }])
    expect(app.feedback.dialog).toBeNull()
    platform.server.on('GET /apps/users/get_base_info', makeBaseInfo())
    await app.session.start()
    expect([app.session.phase, app.session.error]).toStrictEqual(['signedIn', null])
  })

  test('missing space info keeps nobody out', async () => {
    const platform = platformSignedIn()
    platform.server.on('GET /apps/frequently_used_items/get_space_info', status(500))
    const { app } = await startApp(platform)
    expect([app.session.phase, app.session.space, app.feedback.dialog]).toStrictEqual(['signedIn', null, null])
  })

  test('an applet whose token expired between two visits starts signed out, without a prompt', async () => {
    const platform = platformSignedOut('weapp')
    platform.storage.write('authToken', 'old')
    const answer = makeStrangerInfo()
    platform.server
      .on('GET /apps/users/is_user_logged_in', (_, { headers }) =>
        headers['Auth-Token'] ? status(401) : { is_user_logged_in: false },
      )
      .on('GET /apps/users/get_base_info', (_, { headers }) => (headers['Auth-Token'] ? status(401) : answer))
    const { app } = await startApp(platform)
    expect([app.session.phase, app.feedback.dialog, platform.kept.has('authToken')]).toStrictEqual([
      'signedOut',
      null,
      false,
    ])
    expect(app.sessionContext.productName).toBe('书包云盘')
  })

  test('[ADM-06] an applet whose account was deactivated between two visits shows why, and offers sign-in at the next try', async () => {
    const platform = platformSignedOut('weapp')
    platform.storage.write('authToken', 'old')
    const answer = makeStrangerInfo()
    const refused = refusal('account_deactivated', { text: '你的账号已停用', key: 'login_expired' })
    platform.server
      .on('GET /apps/users/is_user_logged_in', (_, { headers }) =>
        headers['Auth-Token'] ? refused : { is_user_logged_in: false },
      )
      .on('GET /apps/users/get_base_info', (_, { headers }) => (headers['Auth-Token'] ? refused : answer))
    const { app } = await startApp(platform)
    expect([app.session.phase, app.session.error]).toStrictEqual(['unreachable', { text: '你的账号已停用' }])
    await app.session.start()
    expect([app.session.phase, platform.kept.has('authToken')]).toStrictEqual(['signedOut', false])
  })

  test('[CTX-03] in a web-view the page does not know the token, so it asks the server', async () => {
    const platform = platformSignedIn()
    platform.can.cookies = false
    platform.storage.write('authToken', 'token-1')
    platform.bootValue = { is_user_logged_in: false, base_info: makeStrangerInfo(), space_info: null }
    const { app, server } = await startApp(platform)
    expect([app.session.phase, app.session.user?.id]).toStrictEqual(['signedIn', 7])
    expect(server.seen.map(({ headers }) => headers['Auth-Token'])).toStrictEqual(['token-1', 'token-1', 'token-1'])
  })
})

describe('signing in', () => {
  test('the form reports a wrong password, without an alert', async () => {
    const { app, server } = await startApp(platformSignedOut())
    server.on('POST /apps/users/login', refusal('wrong_credentials'))
    const done = app.session.signIn('wang', 'wrong')
    expect(app.session.attempt).toStrictEqual({ phase: 'checking' })
    expect(await done).toBe(false)
    expect(app.session.attempt).toStrictEqual({ phase: 'refused', message: { text: '说明：wrong_credentials' } })
    expect(app.feedback.dialog).toBeNull()
    expect(app.session.phase).toBe('signedOut')
  })

  test('the form also reports a failing network', async () => {
    const { app, server } = await startApp(platformSignedOut())
    server.on('POST /apps/users/login', new NoAnswer('network'))
    await app.session.signIn('wang', 'right')
    expect(app.session.attempt).toStrictEqual({ phase: 'refused', message: { key: 'failure.network' } })
  })

  test('a second tap while the first is checked sends nothing', async () => {
    const { app, server } = await startApp(platformSignedOut())
    await Promise.all([app.session.signIn('wang', 'right'), app.session.signIn('wang', 'right')])
    expect(server.countOf('POST /apps/users/login')).toBe(1)
  })

  test('the web sends the token of base info, and the applet requests an Auth-Token and stores it', async () => {
    const web = await startApp(platformSignedOut())
    await web.app.session.signIn('wang', 'right')
    const [login] = web.server.callsOf('POST /apps/users/login')
    expect([login?.headers.requesttoken, login?.request]).toStrictEqual([
      'csrf-0',
      { login: 'wang', password: 'right' },
    ])
    expect(web.app.sessionContext.csrfToken).toBe('csrf-2')

    const applet = await startApp(platformSignedOut('weapp'))
    await applet.app.session.signIn('wang', 'right')
    expect(applet.server.callsOf('POST /apps/users/login')[0]?.request).toStrictEqual({
      login: 'wang',
      password: 'right',
      scenario: 'applet',
    })
    expect(applet.platform.storage.read('authToken')).toBe('token-2')
    expect(applet.server.seen.at(-1)?.headers['Auth-Token']).toBe('token-2')
  })

  test('a token that expired while the form was open is renewed once', async () => {
    const { app, server } = await startApp(platformSignedOut())
    let sent = 0
    server.on('POST /apps/users/login', () =>
      ++sent === 1 ? refusal('security_check_failed') : { csrf_token: 'csrf-2' },
    )
    server.on('GET /apps/users/get_base_info', () =>
      sent > 1 ? makeBaseInfo() : makeStrangerInfo({ csrf_token: 'fresh' }),
    )
    server.on('GET /apps/users/is_user_logged_in', () => ({ is_user_logged_in: sent > 1 }))
    expect(await app.session.signIn('wang', 'right')).toBe(true)
    expect(server.callsOf('POST /apps/users/login')[1]?.headers.requesttoken).toBe('fresh')
  })

  test('a sign-in that the server does not remember (cookies refused) is no success', async () => {
    const { app, server } = await startApp(platformSignedOut())
    server.on('POST /apps/users/login', { csrf_token: 'csrf-2' })
    expect(await app.session.signIn('wang', 'right')).toBe(false)
    expect(app.session.attempt.phase).toBe('refused')
  })
})

/** An applet on a folder's page whose token has expired; three calls are refused. */
async function expireInTheMiddle() {
  const platform = platformSignedIn('weapp')
  platform.navigate.stack.push({ page: 'files', space: 'own' })
  const rig = await startApp(platform)
  const { app, server } = rig
  const isOld = (headers: Record<string, string>) => headers['Auth-Token'] !== 'token-2'
  server
    .on('GET /apps/files/file_list/{folderId}', (_, { headers }) =>
      isOld(headers) ? status(401) : makeFolderReply({ items: [makeItem()], total_count: 1 }),
    )
    .on('GET /apps/files/file_list_for_collabs', (_, { headers }) =>
      isOld(headers)
        ? status(401)
        : { items: [], total_count: 0, sort_by: 'date' as const, sort_direction: 'desc' as const },
    )
    .on('GET /apps/frequently_used_items/get_list', (_, { headers }) =>
      isOld(headers) ? status(401) : { frequent_used_items: [] },
    )
    .on('POST /apps/users/login', { csrf_token: 'csrf-2', auth_token: 'token-2' })
  const lists = [
    new ListStore(app, { space: 'own' }),
    new ListStore(app, { space: 'collab' }),
    new ListStore(app, { space: 'frequent' }),
  ]
  const opened = Promise.all(lists.map((list) => list.open()))
  await until(() => server.countOf('GET /apps/frequently_used_items/get_list') > 0)
  await settled()
  return { ...rig, lists, opened }
}

describe('[CTX-03] authentication that expires in the middle', () => {
  test('the token is dropped, one prompt serves all parallel refusals, and afterwards each call is answered', async () => {
    const { app, platform, lists, opened, server } = await expireInTheMiddle()
    expect(app.session.phase).toBe('expired')
    expect([platform.kept.has('authToken'), app.sessionContext.authToken]).toStrictEqual([false, ''])
    expect(app.feedback.dialogs).toHaveLength(1)
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.sessionExpired' })
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(platform.navigate.visits).toStrictEqual(['push /login'])
    expect(lists.map(({ phase }) => phase)).toStrictEqual(['loading', 'loading', 'loading'])

    expect(await app.session.signIn('wang', 'right', '/files/own')).toBe(true)
    await opened
    expect(platform.navigate.visits).toStrictEqual(['push /login', 'back'])
    expect(platform.navigate.top).toStrictEqual({ page: 'files', space: 'own' })
    expect(lists.map(({ phase }) => phase)).toStrictEqual(['ready', 'ready', 'ready'])
    expect(lists[0]?.rows.length).toBe(1)
    expect(server.countOf('GET /apps/files/file_list/{folderId}')).toBe(2)
    expect(app.session.phase).toBe('signedIn')
  })

  test('a call that begins while the user signs in waits, too', async () => {
    const { app, opened } = await expireInTheMiddle()
    app.feedback.answer(app.feedback.dialog!.id, true)
    const late = new ListStore(app, { space: 'own' })
    const lateOpened = late.open()
    await settled()
    expect(app.feedback.dialogs).toHaveLength(0)
    await app.session.signIn('wang', 'right')
    await Promise.all([opened, lateOpened])
    expect(late.phase).toBe('ready')
  })

  test('another user gets nothing of the one before: no waiting call, no stored list, the first page', async () => {
    const { app, platform, server, opened, lists } = await expireInTheMiddle()
    platform.storage.write('lastList', { userId: 7, at: { space: 'own' } })
    server.on('GET /apps/users/get_base_info', makeBaseInfo({ user_info: makeUser({ id: 99 }) }))
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    await app.session.signIn('li', 'right', '/files/own')
    await opened
    expect(platform.navigate.visits).toStrictEqual(['push /login', 'relaunch /files/frequent'])
    expect(lists.map(({ phase }) => phase)).toStrictEqual(['failed', 'failed', 'failed'])
    expect(platform.kept.has('lastList')).toBe(false)
  })

  test('leaving the sign-in page ends the waiting, and the next call asks anew', async () => {
    const { app, platform, lists, opened } = await expireInTheMiddle()
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    app.session.abandonSignIn()
    await opened
    expect(lists.map(({ phase }) => phase)).toStrictEqual(['failed', 'failed', 'failed'])
    void lists[0]?.pages.retry()
    await settled()
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.sessionExpired' })
    expect(platform.navigate.visits).toHaveLength(1)
  })
})

describe('signing out', () => {
  async function signedOut(name: 'h5' | 'weapp' = 'h5') {
    const platform = platformSignedIn(name)
    platform.storage.write('lastList', { userId: 7, at: { space: 'own' } })
    const rig = await startApp(platform)
    rig.server.on('POST /apps/users/logout', {})
    return rig
  }

  test('signing out clears the tokens, the last list and the user, and opens sign-in', async () => {
    const { app, platform } = await signedOut('weapp')
    await app.session.signOut()
    expect([...platform.kept.keys()]).toStrictEqual([])
    expect([app.session.phase, app.session.user, app.session.space, app.sessionContext.authToken]).toStrictEqual([
      'signedOut',
      null,
      null,
      '',
    ])
    expect(platform.navigate.visits).toStrictEqual(['relaunch /login'])
  })

  test('signing out leaves for a configured sign-out address', async () => {
    const { app, platform } = await signedOut()
    app.sessionContext.setBaseInfo(makeBaseInfo({ logout_url: 'https://sso.test/out' }))
    await app.session.signOut()
    expect(platform.navigate.visits).toStrictEqual(['leave https://sso.test/out'])
  })

  test('a cookie that could not be removed is an error: the user stays and is told', async () => {
    const { app, platform, server } = await signedOut()
    server.on('POST /apps/users/logout', new NoAnswer('network'))
    void app.session.signOut()
    await settled()
    expect([app.session.phase, app.feedback.dialog?.text]).toStrictEqual(['signedIn', { key: 'failure.network' }])
    expect(platform.navigate.visits).toStrictEqual([])
  })

  test('without a cookie the token is dropped even without a network', async () => {
    const { app, platform, server } = await signedOut('weapp')
    server.on('POST /apps/users/logout', new NoAnswer('network'))
    await app.session.signOut()
    expect([app.session.phase, platform.kept.has('authToken'), app.feedback.dialog]).toStrictEqual([
      'signedOut',
      false,
      null,
    ])
  })

  test('a session that is over already counts as signed out', async () => {
    const { app, server } = await signedOut()
    server.on('POST /apps/users/logout', refusal('login_expired'))
    await app.session.signOut()
    expect([app.session.phase, app.feedback.dialog]).toStrictEqual(['signedOut', null])
  })
})

test('nothing is requested before the start', () => {
  const platform = platformSignedIn()
  const app = createApp(platform)
  expect([app.session.phase, platform.server.seen.length]).toStrictEqual(['starting', 0])
})
