import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageOf, reactionTo } from '@/api/reactions'
import { ApiFailure } from '@/api/ApiFailure'
import type { ErrorCode, Errors } from '@/contract/errors'
import { NoAnswer, type HttpAnswer } from '@/platform/Platform'
import { ItemNames } from '@/stores/items/ItemNames'
import { refusal, status } from '../stores/support/fakeServer'
import { makeFolder } from '../stores/support/factories'
import { platformSignedIn, startApp, type Rig } from '../stores/support/startApp'
import { settled } from '../stores/support/until'

const folder = makeFolder({ id: 8, name: '资料' })

/** Makes a call of the app fail and tells what the user then sees. */
async function failWith(answer: HttpAnswer | NoAnswer, platform = platformSignedIn()): Promise<Rig> {
  platform.navigate.stack.push({ page: 'files', space: 'own' })
  const rig = await startApp(platform)
  rig.server.on('POST /apps/files/new_folder', answer)
  void new ItemNames(rig.app).newFolder({ parentFolderId: 0 }, '新').catch((error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error
  })
  await settled()
  return rig
}

const entries = (codes: ErrorCode[]) => codes.map((code) => ({ error_code: code, error_tr_msg: `说明：${code}` }))
const answer = (errors: object): HttpAnswer => ({ status: 200, body: { success: false, errors } })

describe('[ERR-01] success and errors', () => {
  for (const code of ['login_expired', 'security_check_failed'] as const) {
    test(`${code} leads to sign-in, and back afterwards`, async () => {
      const { app, platform, server } = await failWith(refusal(code))
      assert.deepEqual(platform.navigate.visits, ['push /login'])
      assert.deepEqual(platform.navigate.top, { page: 'login', redirect: '/files/own' })
      assert.equal(app.feedback.dialog, null)
      server
        .on('POST /apps/users/login', { csrf_token: 'csrf-2' })
        .on('POST /apps/files/new_folder', { new_folder: folder, item: folder })
      await app.session.signIn('wang', 'right')
      assert.deepEqual(platform.navigate.visits, ['push /login', 'back'])
    })
  }

  test('force_two_step leads to the security settings', async () => {
    const { app, platform } = await failWith(refusal('force_two_step'))
    assert.deepEqual(platform.navigate.visits, ['push /security'])
    assert.equal(app.feedback.dialog, null)
  })

  const alerts: [string, HttpAnswer][] = [
    ['validation errors show the first message', answer({ validation_errors: entries(['item_locked', 'name_empty']) })],
    ['external errors show the first message', answer({ external_errors: entries(['item_locked', 'quota_exceeded']) })],
    [
      'a code that this build does not know is told by its place',
      answer({ external_errors: entries(['moon_phase' as ErrorCode]) }),
    ],
  ]
  for (const [sentence, refused] of alerts) {
    test(`${sentence} in an alert`, async () => {
      const { app } = await failWith(refused)
      const { kind, text } = app.feedback.dialog ?? {}
      const [first] = Object.values(
        (refused.body as { errors: Record<keyof Errors, { error_tr_msg: string }[]> }).errors,
      )
      assert.deepEqual([kind, text], ['alert', { text: first?.[0]?.error_tr_msg }])
      assert.equal(app.feedback.dialogs.length, 1)
    })
  }

  test('permission_denied alerts and stays where it names no target', async () => {
    const { app, platform } = await failWith(refusal('permission_denied'))
    assert.deepEqual(app.feedback.dialog?.text, { text: '说明：permission_denied' })
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    assert.deepEqual(platform.navigate.visits, [])
  })

  test('permission_denied leads to its target once the alert is closed', async () => {
    const { app, platform } = await failWith(refusal('permission_denied', { redirect: '/files/collab' }))
    assert.deepEqual(platform.navigate.visits, [])
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    assert.deepEqual(platform.navigate.visits, ['resume /files/collab'])
  })

  test('a target on another host is not followed', async () => {
    const { app, platform } = await failWith(refusal('permission_denied', { redirect: '//evil.test/x' }))
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    assert.deepEqual(platform.navigate.visits, [])
  })

  test('these codes lead wherever they stand; an unknown one that asks for sign-in still leads there', () => {
    const leading = {
      login_expired: 'signIn',
      security_check_failed: 'signIn',
      action_need_login: 'signIn',
      force_two_step: 'security',
    }
    for (const [code, kind] of Object.entries(leading)) {
      assert.deepEqual(
        reactionTo({
          kind: 'refused',
          key: 'external_errors',
          entry: { error_code: code as ErrorCode, error_tr_msg: '' },
        }),
        { kind },
      )
    }
    const unknown = { error_code: 'session_kicked' as ErrorCode, error_tr_msg: '在别处登录' }
    const places = { login_expired: 'signIn', security_check_failed: 'signIn', force_two_step: 'security' } as const
    for (const [key, kind] of Object.entries(places)) {
      assert.deepEqual(reactionTo({ kind: 'refused', key: key as keyof typeof places, entry: unknown }), { kind })
    }
  })
})

describe('[ERR-02] HTTP and network, each its own words', () => {
  const table: [string, HttpAnswer | NoAnswer, string][] = [
    ['500: server error', status(500), 'failure.http500'],
    ['504: still processing', status(504), 'failure.http504'],
    ['404: network error', status(404), 'failure.http404'],
    ['403: access denied', status(403), 'failure.http403'],
    ['a network failure: network abnormal', new NoAnswer('network'), 'failure.network'],
    ['no response at all: fail to fetch', new NoAnswer('timeout'), 'failure.timeout'],
    ['an answer that is none of ours: fail to fetch', { status: 200, body: '<html>' }, 'failure.timeout'],
    ['any other status reads as a server error', status(503), 'failure.http500'],
  ]
  for (const [sentence, failure, key] of table) {
    test(sentence, async () => {
      const { app, platform } = await failWith(failure)
      assert.deepEqual([app.feedback.dialog?.kind, app.feedback.dialog?.text], ['alert', { key }])
      assert.deepEqual(platform.navigate.visits, [])
    })
  }

  test('502: server error with retry, which sends the call again', async () => {
    const { app, server } = await failWith(status(502))
    assert.deepEqual([app.feedback.dialog?.kind, app.feedback.dialog?.text], ['confirm', { key: 'failure.http502' }])
    assert.deepEqual(app.feedback.dialog?.confirm, { key: 'action.retry' })
    server.on('POST /apps/files/new_folder', { new_folder: folder, item: folder })
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    assert.equal(server.countOf('POST /apps/files/new_folder'), 2)
    assert.equal(app.feedback.dialog, null)
    assert.deepEqual(app.feedback.toastShown?.message, { key: 'name.created', params: { name: '资料' } })
  })

  test('502 without a retry sends nothing more', async () => {
    const { app, server } = await failWith(status(502))
    app.feedback.answered(app.feedback.dialog!.id, false)
    await settled()
    assert.equal(server.countOf('POST /apps/files/new_folder'), 1)
  })

  test('401 in the applet: authentication expired, then sign-in', async () => {
    const { app, platform } = await failWith(status(401), platformSignedIn('weapp'))
    assert.deepEqual(app.feedback.dialog?.text, { key: 'failure.sessionExpired' })
    assert.equal(platform.kept.has('authToken'), false)
    app.feedback.answered(app.feedback.dialog!.id, true)
    await settled()
    assert.deepEqual(platform.navigate.visits, ['push /login'])
  })

  test('words of different failures differ', () => {
    const words = table.slice(0, 6).map(([, , key]) => key)
    assert.equal(new Set([...words, 'failure.http502', 'failure.sessionExpired']).size, 8)
    assert.deepEqual(messageOf({ kind: 'status', status: 401 }), { key: 'failure.sessionExpired' })
  })

  test('an error of the server tells the number under which it was logged', async () => {
    const { app } = await failWith(status(500))
    assert.deepEqual(app.feedback.dialog?.detail, { key: 'failure.requestId', params: { id: 'r-5' } })
  })

  test('the same failure of several calls is told once', async () => {
    const { app } = await failWith(new NoAnswer('network'))
    void new ItemNames(app).newFolder({ parentFolderId: 0 }, '二').catch(() => {})
    await settled()
    assert.equal(app.feedback.dialogs.length, 1)
  })
})
