import { describe, expect, test } from '@jest/globals'
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

/** Makes a call of the app fail and returns what the user then sees. */
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
      expect(platform.navigate.visits).toStrictEqual(['push /login'])
      expect(platform.navigate.top).toStrictEqual({ page: 'login', redirect: '/files/own' })
      expect(app.feedback.dialog).toBeNull()
      server
        .on('POST /apps/users/login', { csrf_token: 'csrf-2' })
        .on('POST /apps/files/new_folder', { new_folder: folder, item: folder })
      await app.session.signIn('wang', 'right')
      expect(platform.navigate.visits).toStrictEqual(['push /login', 'back'])
    })
  }

  test('[ADM-06] account_deactivated shows the server’s words, and then leads to sign-in', async () => {
    const { app, platform } = await failWith(
      refusal('account_deactivated', { text: '你的账号已停用', key: 'login_expired' }),
    )
    expect(app.feedback.dialog).toMatchObject({ kind: 'alert', text: { text: '你的账号已停用' } })
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(platform.navigate.visits).toStrictEqual(['push /login'])
  })

  test('force_two_step leads to the security settings', async () => {
    const { app, platform } = await failWith(refusal('force_two_step'))
    expect(platform.navigate.visits).toStrictEqual(['push /security'])
    expect(app.feedback.dialog).toBeNull()
  })

  const alerts: [string, HttpAnswer][] = [
    ['validation errors show the first message', answer({ validation_errors: entries(['item_locked', 'name_empty']) })],
    ['external errors show the first message', answer({ external_errors: entries(['item_locked', 'quota_exceeded']) })],
    [
      'a code that this build does not know is told by its place',
      answer({ external_errors: entries(['moon_phase' as ErrorCode]) }),
    ],
  ]
  test.each(alerts)('%s is shown in an alert', async (_sentence, refused) => {
    const { app } = await failWith(refused)
    const { kind, text } = app.feedback.dialog ?? {}
    const [first] = Object.values((refused.body as { errors: Record<keyof Errors, { error_tr_msg: string }[]> }).errors)
    expect([kind, text]).toStrictEqual(['alert', { text: first?.[0]?.error_tr_msg }])
    expect(app.feedback.dialogs).toHaveLength(1)
  })

  test('permission_denied alerts and stays where it names no target', async () => {
    const { app, platform } = await failWith(refusal('permission_denied'))
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '说明：permission_denied' })
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(platform.navigate.visits).toStrictEqual([])
  })

  test('permission_denied leads to its target once the alert is closed', async () => {
    const { app, platform } = await failWith(refusal('permission_denied', { redirect: '/files/collab' }))
    expect(platform.navigate.visits).toStrictEqual([])
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(platform.navigate.visits).toStrictEqual(['resume /files/collab'])
  })

  test('a target on another host is not followed', async () => {
    const { app, platform } = await failWith(refusal('permission_denied', { redirect: '//evil.test/x' }))
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(platform.navigate.visits).toStrictEqual([])
  })

  test('these codes lead to sign-in wherever they stand, and so does an unknown one that asks for it', () => {
    const leading = {
      login_expired: 'signIn',
      security_check_failed: 'signIn',
      action_need_login: 'signIn',
      force_two_step: 'security',
    }
    for (const [code, kind] of Object.entries(leading)) {
      expect(
        reactionTo({
          kind: 'refused',
          key: 'external_errors',
          entry: { error_code: code as ErrorCode, error_tr_msg: '' },
        }),
      ).toStrictEqual({ kind })
    }
    const unknown = { error_code: 'session_kicked' as ErrorCode, error_tr_msg: '在别处登录' }
    const places = { login_expired: 'signIn', security_check_failed: 'signIn', force_two_step: 'security' } as const
    for (const [key, kind] of Object.entries(places)) {
      expect(reactionTo({ kind: 'refused', key: key as keyof typeof places, entry: unknown })).toStrictEqual({ kind })
    }
  })
})

describe('[ERR-02] words of HTTP and network failures', () => {
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
  test.each(table)('%s', async (_sentence, failure, key) => {
    const { app, platform } = await failWith(failure)
    expect([app.feedback.dialog?.kind, app.feedback.dialog?.text]).toStrictEqual(['alert', { key }])
    expect(platform.navigate.visits).toStrictEqual([])
  })

  test('502 offers a retry, which sends the call again', async () => {
    const { app, server } = await failWith(status(502))
    expect([app.feedback.dialog?.kind, app.feedback.dialog?.text]).toStrictEqual([
      'confirm',
      { key: 'failure.http502' },
    ])
    expect(app.feedback.dialog?.confirm).toStrictEqual({ key: 'action.retry' })
    server.on('POST /apps/files/new_folder', { new_folder: folder, item: folder })
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(server.countOf('POST /apps/files/new_folder')).toBe(2)
    expect(app.feedback.dialog).toBeNull()
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'name.created', params: { name: '资料' } })
  })

  test('502 without a retry sends nothing more', async () => {
    const { app, server } = await failWith(status(502))
    app.feedback.answer(app.feedback.dialog!.id, false)
    await settled()
    expect(server.countOf('POST /apps/files/new_folder')).toBe(1)
  })

  test('401 in the applet reports expired authentication, then signs in', async () => {
    const { app, platform } = await failWith(status(401), platformSignedIn('weapp'))
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'failure.sessionExpired' })
    expect(platform.kept.has('authToken')).toBe(false)
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(platform.navigate.visits).toStrictEqual(['push /login'])
  })

  test('different failures have different words', () => {
    const words = table.slice(0, 6).map(([, , key]) => key)
    expect(new Set([...words, 'failure.http502', 'failure.sessionExpired']).size).toBe(8)
    expect(messageOf({ kind: 'status', status: 401 })).toStrictEqual({ key: 'failure.sessionExpired' })
  })

  test('an error of the server shows the number under which it was logged', async () => {
    const { app } = await failWith(status(500))
    expect(app.feedback.dialog?.detail).toStrictEqual({ key: 'failure.requestId', params: { id: 'r-5' } })
  })

  test('the same failure of several calls is reported once', async () => {
    const { app } = await failWith(new NoAnswer('network'))
    void new ItemNames(app).newFolder({ parentFolderId: 0 }, '二').catch(() => {})
    await settled()
    expect(app.feedback.dialogs).toHaveLength(1)
  })
})
