import { describe, expect, test } from '@jest/globals'
import { SessionContext } from '@/api/SessionContext'
import { readBoot } from '@/api/boot'
import { makeBaseInfo, makeEnterprise, makeUser } from '../stores/support/factories'

const start = { origin: 'https://api.satchel.test', scenario: 'applet', authToken: 't' } as const

describe('[CTX-01] the one runtime configuration', () => {
  test('the build and the phone provide address, scenario and token', () => {
    const sessionContext = new SessionContext(start)
    expect(sessionContext.apiUrl).toBe('https://api.satchel.test/api')
    expect(sessionContext.scenario).toBe('applet')
    expect(sessionContext.authToken).toBe('t')
  })

  test('get_base_info provides the rest', () => {
    const sessionContext = new SessionContext(start)
    const info = makeBaseInfo({
      login_url: 'https://sso.test/in',
      logout_url: 'https://sso.test/out',
      register_url: '/register',
      csrf_token: 'c',
      customer_service_hotline: '400',
      enterprise_info: makeEnterprise({ is_personal_space_closed: true }),
      user_info: makeUser({ trash_period: 7 }),
    })
    sessionContext.setBaseInfo({ ...info, view_flags: { ...info.view_flags, virus_scan: true } })
    const { loginUrl, logoutUrl, registerUrl, hotline, csrfToken, enterprise, user, viewFlags } = sessionContext
    expect([
      loginUrl,
      logoutUrl,
      registerUrl,
      hotline,
      csrfToken,
      enterprise?.is_personal_space_closed,
      user?.trash_period,
      viewFlags.virus_scan,
    ]).toStrictEqual(['https://sso.test/in', 'https://sso.test/out', '/register', '400', 'c', true, 7, true])
  })

  test('no flag is set before the server says so, nor after the user left', () => {
    const sessionContext = new SessionContext(start)
    const flags = () => Object.values(sessionContext.viewFlags)
    expect(flags().every((flag) => !flag)).toBe(true)
    const info = makeBaseInfo()
    sessionContext.setBaseInfo({ ...info, view_flags: { ...info.view_flags, virus_scan: true } })
    sessionContext.clear()
    expect(flags().every((flag) => !flag)).toBe(true)
    expect([
      sessionContext.user,
      sessionContext.enterprise,
      sessionContext.authToken,
      sessionContext.csrfToken,
    ]).toStrictEqual([null, null, '', ''])
  })

  test('the page may contain the first answers, and anything else in it is ignored', () => {
    const base = makeBaseInfo()
    expect(readBoot({ is_user_logged_in: true, base_info: base })).toStrictEqual({
      is_user_logged_in: true,
      base_info: base,
      space_info: null,
    })
    const halves = [{ is_user_logged_in: true }, { is_user_logged_in: true, base_info: null }, { base_info: base }]
    const others = [undefined, null, '', 'x', {}, ...halves]
    for (const other of others) {
      expect(readBoot(other)).toBeNull()
    }
  })
})
