import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApp } from '@/stores/shell/AppStore'
import { NoAnswer } from '@/platform/Platform'
import { makeBaseInfo, makeFolderReply, makeItem, makeStrangerInfo, makeUser } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { FakePlatform } from '../support/fakePlatform'
import { platformSignedIn, platformSignedOut, startApp } from '../support/startApp'
import { settled, until } from '../support/until'

const boot = { is_user_logged_in: true, base_info: makeBaseInfo(), space_info: { used: 1, total: null, item_count: 1 } }

describe('[CTX-04] the start', () => {
  test('asks for login state, base info and space info, all at once', async () => {
    const { app, server } = await startApp()
    assert.equal(app.session.phase, 'signedIn')
    assert.equal(app.session.user?.name, '王珂')
    assert.equal(app.session.enterprise?.name, '明德学校')
    assert.deepEqual([app.session.space?.used, app.session.space?.total], [10, 100])
    assert.deepEqual(server.seen.map(({ path }) => path).sort(), [
      '/api/apps/frequently_used_items/get_space_info',
      '/api/apps/users/get_base_info',
      '/api/apps/users/is_user_logged_in',
    ])
  })

  test('asks for nothing where the page brought the answers', async () => {
    const platform = new FakePlatform()
    platform.bootValue = boot
    const { app, server } = await startApp(platform)
    assert.deepEqual([app.session.phase, app.session.user?.id, server.seen.length], ['signedIn', 7, 0])
  })

  test('knows a signed-out user, and leads him to sign-in and back to where he was', async () => {
    const platform = platformSignedOut()
    platform.navigate.stack = [{ page: 'files', space: 'folder', id: '12' }]
    const { app } = await startApp(platform)
    assert.equal(app.session.phase, 'signedOut')
    await app.session.leadToSignIn()
    assert.deepEqual(platform.navigate.top, { page: 'login', redirect: '/files/folder/12' })
    assert.equal(await app.session.signIn('wang', 'right', '/files/folder/12'), true)
    assert.equal(app.session.phase, 'signedIn')
    assert.deepEqual(platform.navigate.visits, ['replace /login', 'resume /files/folder/12'])
  })

  test('without a place to go back to, or with a foreign one, opens the frequent space', async () => {
    for (const redirect of [undefined, '', '//evil.test', 'https://evil.test/x']) {
      const platform = platformSignedOut()
      const { app } = await startApp(platform)
      await app.session.signIn('wang', 'right', redirect)
      assert.deepEqual(platform.navigate.visits, ['relaunch /files/frequent'])
    }
  })

  test('an absolute sign-in address wins over the built-in page', async () => {
    const platform = platformSignedOut()
    platform.server.on('GET /apps/users/get_base_info', makeStrangerInfo({ login_url: 'https://sso.test/in?app=1' }))
    const { app } = await startApp(platform)
    await app.session.leadToSignIn()
    const back = encodeURIComponent('https://drive.test/files/frequent')
    assert.deepEqual(platform.navigate.visits, [`leave https://sso.test/in?app=1&redirect=${back}`])
  })

  test('says so where the server does not answer, and can try again', async () => {
    const platform = platformSignedIn()
    platform.server.on('GET /apps/users/get_base_info', new NoAnswer('network'))
    const { app } = await startApp(platform)
    assert.deepEqual([app.session.phase, app.session.trouble], ['unreachable', { key: 'failure.network' }])
    assert.equal(app.feedback.dialog, null)
    platform.server.on('GET /apps/users/get_base_info', makeBaseInfo())
    await app.session.start()
    assert.deepEqual([app.session.phase, app.session.trouble], ['signedIn', null])
  })

  test('missing space info keeps nobody out', async () => {
    const platform = platformSignedIn()
    platform.server.on('GET /apps/frequently_used_items/get_space_info', status(500))
    const { app } = await startApp(platform)
    assert.deepEqual([app.session.phase, app.session.space, app.feedback.dialog], ['signedIn', null, null])
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
    assert.deepEqual(
      [app.session.phase, app.feedback.dialog, platform.kept.has('authToken')],
      ['signedOut', null, false],
    )
    assert.equal(app.configuration.productName, '书包云盘')
  })
})

describe('signing in', () => {
  test('a wrong password is told in the form, not in an alert', async () => {
    const { app, server } = await startApp(platformSignedOut())
    server.on('POST /apps/users/login', refusal('wrong_credentials'))
    const done = app.session.signIn('wang', 'wrong')
    assert.deepEqual(app.session.attempt, { phase: 'checking' })
    assert.equal(await done, false)
    assert.deepEqual(app.session.attempt, { phase: 'refused', message: { text: '说明：wrong_credentials' } })
    assert.equal(app.feedback.dialog, null)
    assert.equal(app.session.phase, 'signedOut')
  })

  test('a failing network is told in the form, too', async () => {
    const { app, server } = await startApp(platformSignedOut())
    server.on('POST /apps/users/login', new NoAnswer('network'))
    await app.session.signIn('wang', 'right')
    assert.deepEqual(app.session.attempt, { phase: 'refused', message: { key: 'failure.network' } })
  })

  test('a second tap while the first is checked sends nothing', async () => {
    const { app, server } = await startApp(platformSignedOut())
    await Promise.all([app.session.signIn('wang', 'right'), app.session.signIn('wang', 'right')])
    assert.equal(server.countOf('POST /apps/users/login'), 1)
  })

  test('the web sends the token of base info, the applet asks for an Auth-Token and keeps it', async () => {
    const web = await startApp(platformSignedOut())
    await web.app.session.signIn('wang', 'right')
    const [login] = web.server.callsOf('POST /apps/users/login')
    assert.deepEqual([login?.headers.requesttoken, login?.request], ['csrf-0', { login: 'wang', password: 'right' }])
    assert.equal(web.app.configuration.csrfToken, 'csrf-2')

    const applet = await startApp(platformSignedOut('weapp'))
    await applet.app.session.signIn('wang', 'right')
    assert.deepEqual(applet.server.callsOf('POST /apps/users/login')[0]?.request, {
      login: 'wang',
      password: 'right',
      scenario: 'applet',
    })
    assert.equal(applet.platform.storage.read('authToken'), 'token-2')
    assert.equal(applet.server.seen.at(-1)?.headers['Auth-Token'], 'token-2')
  })

  test('a token that grew old while the form stood open is renewed once', async () => {
    const { app, server } = await startApp(platformSignedOut())
    let sent = 0
    server.on('POST /apps/users/login', () =>
      ++sent === 1 ? refusal('security_check_failed') : { csrf_token: 'csrf-2' },
    )
    server.on('GET /apps/users/get_base_info', () =>
      sent > 1 ? makeBaseInfo() : makeStrangerInfo({ csrf_token: 'fresh' }),
    )
    server.on('GET /apps/users/is_user_logged_in', () => ({ is_user_logged_in: sent > 1 }))
    assert.equal(await app.session.signIn('wang', 'right'), true)
    assert.equal(server.callsOf('POST /apps/users/login')[1]?.headers.requesttoken, 'fresh')
  })

  test('a sign-in that the server forgets at once (cookies refused) is no success', async () => {
    const { app, server } = await startApp(platformSignedOut())
    server.on('POST /apps/users/login', { csrf_token: 'csrf-2' })
    assert.equal(await app.session.signIn('wang', 'right'), false)
    assert.equal(app.session.attempt.phase, 'refused')
  })
})

/** An applet on a folder's page whose token the server no longer knows; three calls are refused. */
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
    app.createList({ space: 'own' }),
    app.createList({ space: 'collab' }),
    app.createList({ space: 'frequent' }),
  ]
  const opened = Promise.all(lists.map((list) => list.open()))
  await until(() => server.countOf('GET /apps/frequently_used_items/get_list') > 0)
  await settled()
  return { ...rig, lists, opened }
}

describe('[CTX-03] authentication that expires in the middle', () => {
  test('drops the token and asks once for all parallel refusals; afterwards each call is answered', async () => {
    const { app, platform, lists, opened, server } = await expireInTheMiddle()
    assert.equal(app.session.phase, 'expired')
    assert.deepEqual([platform.kept.has('authToken'), app.configuration.authToken], [false, ''])
    assert.equal(app.feedback.dialogs.length, 1)
    assert.deepEqual(app.feedback.dialog?.text, { key: 'failure.sessionExpired' })
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    assert.deepEqual(platform.navigate.visits, ['push /login'])
    assert.deepEqual(
      lists.map(({ phase }) => phase),
      ['loading', 'loading', 'loading'],
    )

    assert.equal(await app.session.signIn('wang', 'right', '/files/own'), true)
    await opened
    assert.deepEqual(platform.navigate.visits, ['push /login', 'back'])
    assert.deepEqual(platform.navigate.top, { page: 'files', space: 'own' })
    assert.deepEqual(
      lists.map(({ phase }) => phase),
      ['ready', 'ready', 'ready'],
    )
    assert.equal(lists[0]?.rows.length, 1)
    assert.equal(server.countOf('GET /apps/files/file_list/{folderId}'), 2)
    assert.equal(app.session.phase, 'signedIn')
  })

  test('a call that begins while the user signs in waits, too', async () => {
    const { app, opened } = await expireInTheMiddle()
    app.feedback.answered(app.feedback.dialog!.id, true)
    const late = app.createList({ space: 'own' })
    const lateOpened = late.open()
    await settled()
    assert.equal(app.feedback.dialogs.length, 0)
    await app.session.signIn('wang', 'right')
    await Promise.all([opened, lateOpened])
    assert.equal(late.phase, 'ready')
  })

  test('another user gets nothing of the one before: no waiting call, no list kept, the first page', async () => {
    const { app, platform, server, opened, lists } = await expireInTheMiddle()
    platform.storage.write('lastList', { userId: 7, at: { space: 'own' } })
    server.on('GET /apps/users/get_base_info', makeBaseInfo({ user_info: makeUser({ id: 99 }) }))
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    await app.session.signIn('li', 'right', '/files/own')
    await opened
    assert.deepEqual(platform.navigate.visits, ['push /login', 'relaunch /files/frequent'])
    assert.deepEqual(
      lists.map(({ phase }) => phase),
      ['failed', 'failed', 'failed'],
    )
    assert.equal(platform.kept.has('lastList'), false)
  })

  test('leaving the sign-in page ends the waiting; the next call asks anew', async () => {
    const { app, platform, lists, opened } = await expireInTheMiddle()
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    app.session.abandonSignIn()
    await opened
    assert.deepEqual(
      lists.map(({ phase }) => phase),
      ['failed', 'failed', 'failed'],
    )
    void lists[0]?.retry()
    await settled()
    assert.deepEqual(app.feedback.dialog?.text, { key: 'failure.sessionExpired' })
    assert.equal(platform.navigate.visits.length, 1)
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

  test('clears the tokens and the last list, forgets the user, opens sign-in', async () => {
    const { app, platform } = await signedOut('weapp')
    await app.session.signOut()
    assert.deepEqual([...platform.kept.keys()], [])
    assert.deepEqual(
      [app.session.phase, app.session.user, app.session.space, app.configuration.authToken],
      ['signedOut', null, null, ''],
    )
    assert.deepEqual(platform.navigate.visits, ['relaunch /login'])
  })

  test('leaves for a configured sign-out address', async () => {
    const { app, platform } = await signedOut()
    app.configuration.described(makeBaseInfo({ logout_url: 'https://sso.test/out' }))
    await app.session.signOut()
    assert.deepEqual(platform.navigate.visits, ['leave https://sso.test/out'])
  })

  test('a cookie that could not be taken back is not passed over: the user stays and is told', async () => {
    const { app, platform, server } = await signedOut()
    server.on('POST /apps/users/logout', new NoAnswer('network'))
    void app.session.signOut()
    await settled()
    assert.deepEqual([app.session.phase, app.feedback.dialog?.text], ['signedIn', { key: 'failure.network' }])
    assert.deepEqual(platform.navigate.visits, [])
  })

  test('without a cookie the token is dropped even without network', async () => {
    const { app, platform, server } = await signedOut('weapp')
    server.on('POST /apps/users/logout', new NoAnswer('network'))
    await app.session.signOut()
    assert.deepEqual(
      [app.session.phase, platform.kept.has('authToken'), app.feedback.dialog],
      ['signedOut', false, null],
    )
  })

  test('a session that is over already counts as signed out', async () => {
    const { app, server } = await signedOut()
    server.on('POST /apps/users/logout', refusal('login_expired'))
    await app.session.signOut()
    assert.deepEqual([app.session.phase, app.feedback.dialog], ['signedOut', null])
  })
})

test('nothing is asked before the start', () => {
  const platform = platformSignedIn()
  const app = createApp(platform)
  assert.deepEqual([app.session.phase, platform.server.seen.length], ['starting', 0])
})
