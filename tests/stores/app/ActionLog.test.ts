import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { ActionLog } from '@/stores/app/ActionLog'
import { refusal, status } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const CALL = 'POST /apps/logs/action'

describe('[CTX-10] the action log', () => {
  test('an entry has its own id, the event, the item, details, and the reason of a failure', async () => {
    const { app, server } = await startApp()
    const log = new ActionLog(app.api)
    log.previewComplete({ typedId: 'file_5', info: { kind: 'pdf', milliseconds: 300 } })
    log.uploadStat({ info: { size: 7 }, failReason: 'network' })
    await settled()
    const told = server.callsOf(CALL).map(({ request: { uuid, ...rest } }) => ({
      isUuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(uuid)),
      ...rest,
    }))
    expect(JSON.parse(JSON.stringify(told))).toStrictEqual([
      {
        isUuid: true,
        action: 'preview_complete',
        source: 'h5',
        typed_id: 'file_5',
        additional_info: { kind: 'pdf', milliseconds: 300 },
      },
      { isUuid: true, action: 'upload_stat', source: 'h5', additional_info: { size: 7 }, fail_reason: 'network' },
    ])
    expect(new Set(server.callsOf(CALL).map(({ request }) => request.uuid)).size).toBe(2)
  })

  const failures = [
    ['network', () => new NoAnswer('network')],
    ['timeout', () => new NoAnswer('timeout')],
    ['500', () => status(500)],
    ['403', () => status(403)],
    ['login_expired', () => refusal('login_expired')],
    ['force_two_step', () => refusal('force_two_step')],
    ['security_check_failed', () => refusal('security_check_failed')],
    ['invalid_request', () => refusal('invalid_request')],
  ] as const
  for (const [what, failure] of failures) {
    test(`a failed entry never disturbs the user and is not sent again: ${what}`, async () => {
      const { app, platform, server } = await startApp()
      server.on(CALL, failure)
      const before = platform.navigate.here()
      new ActionLog(app.api).previewComplete({ typedId: 'file_5', info: {} })
      await settled()
      expect(server.countOf(CALL)).toBe(1)
      expect([app.feedback.dialog, app.feedback.currentToast, app.session.phase]).toStrictEqual([
        null,
        null,
        'signedIn',
      ])
      expect([platform.clock.waits, platform.navigate.here()]).toStrictEqual([[], before])
    })
  }
})
