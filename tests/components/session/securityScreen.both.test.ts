import { describe, expect, test } from '@jest/globals'
import { makeBaseInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedIn, startApp } from '../../stores/support/startApp'
import { answered, tap } from '../rig'
import {
  DEVICES,
  devices,
  END,
  END_OTHERS,
  fill,
  INFO,
  mounted,
  mountPage,
  open,
  STATE,
  texts,
  within,
} from './securityPage'

const BEGIN = 'POST /apps/users/two_step/begin'
const CODE = 'POST /apps/users/two_step'
const DISABLE = 'POST /apps/users/two_step/disable'
const PASSWORD = 'POST /apps/users/password'

describe('the security screen', () => {
  describe('devices', () => {
    test('devices are described in words, this one first and without signing out', async () => {
      await open()
      expect(texts('.device-name')).toStrictEqual(['Safari · iPhone本机', '微信小程序 · Android', '未知设备'])
      expect(texts('[role=listitem] .text-button')).toStrictEqual(['退出', '退出'])
    })

    test('a device is signed out after a confirmation', async () => {
      const { server } = await open()
      await tap(mounted.box, '[role=listitem] .text-button')
      expect(server.countOf(END)).toBe(0)
      await tap(mounted.box, '.dialog .button-danger')
      expect(server.callsOf(END).map(({ request }) => request.session_id)).toStrictEqual([3])
      expect(texts('.device-name')).toStrictEqual(['Safari · iPhone本机', '未知设备'])
    })

    test('all other devices are signed out at once, and then the button disappears', async () => {
      const { server } = await open()
      await tap(mounted.box, '.button', '退出其他所有设备')
      await tap(mounted.box, '.dialog .button-danger')
      expect(server.countOf(END_OTHERS)).toBe(1)
      expect(texts('.device-name')).toStrictEqual(['Safari · iPhone本机'])
      expect(mounted.box.textContent).not.toContain('退出其他所有设备')
    })
  })

  test('[OAPI-01] allowed applications are listed with what they may do, and one ends after a question', async () => {
    const END_APPLICATION = 'POST /apps/applications/disallow'
    const { server } = await open()
    server
      .on('GET /apps/applications/allowed', {
        applications: [{ id: 7, name: '课表', scopes: ['item_read', 'item_download'], allowed_at: 1_700_000_000 }],
      })
      .on(END_APPLICATION, {})
    await tap(mounted.box, '.security-row', '已允许的应用')
    expect(texts('[role=listitem] .security-row-label')[0]).toMatch(/^课表查看、下载/)
    await tap(mounted.box, '[role=listitem] .text-button')
    expect(server.countOf(END_APPLICATION)).toBe(0)
    await tap(mounted.box, '.dialog .button-danger')
    expect(server.callsOf(END_APPLICATION).map(({ request }) => request)).toStrictEqual([{ application_id: 7 }])
    expect(mounted.box.textContent).toContain('你还没有允许任何应用')
  })

  describe('[CTX-14] signing in by WeChat or WeCom', () => {
    const LINKS = 'GET /apps/users/messenger_links'
    const ADD = 'POST /apps/users/messenger_links/create'
    const UNLINK = 'POST /apps/users/messenger_links/end'
    const links = [
      { id: 5, kind: 'wecom' as const, linked: 1_700_000_000, last_used: null },
      { id: 4, kind: 'wechat' as const, linked: 1_600_000_000, last_used: 1_700_000_000 },
    ]

    async function openLinks(name: 'h5' | 'weapp', had = links, code: string | null = 'code-1') {
      const platform = platformSignedIn(name)
      if (name === 'weapp') platform.messages = { messenger: 'wechat', ask: async () => false, code: async () => code }
      platform.server
        .on(STATE, { is_required: false, is_enrolled: false, is_passed: false, recovery_codes_left: null })
        .on(DEVICES, { sessions: devices, may_read_audit: false, may_brand: false })
        .on(INFO, makeBaseInfo({ sign_in_messengers: ['wechat'] }))
        .on(LINKS, { links: had })
        .on(UNLINK, {})
      const rig = await startApp(platform)
      await mountPage(rig.app)
      await tap(mounted.box, '.security-row', '快捷登录')
      return rig
    }

    test('the row is missing where the server has no app', async () => {
      await open()
      expect(mounted.box.textContent).not.toContain('快捷登录')
    })

    test('the row shows links and their last use, and a browser says where to link', async () => {
      await openLinks('h5')
      expect(
        texts('[role=listitem]').map((text) => text?.replace(/2\d{3}-\d\d-\d\d( \d\d:\d\d)?/g, '…')),
      ).toStrictEqual(['企业微信…关联 · 还没有用过解除', '微信…关联 · …用过解除'])
      expect(mounted.box.textContent).toContain('请在小程序的这个页面添加关联')
      expect(within('.button')).toHaveLength(0)
    })

    test('a link ends after a confirmation', async () => {
      const { server } = await openLinks('h5')
      await tap(mounted.box, '[role=listitem] .text-button')
      expect(server.countOf(UNLINK)).toBe(0)
      await tap(mounted.box, '.dialog .button-danger')
      expect(server.callsOf(UNLINK).map(({ request }) => request.link_id)).toStrictEqual([5])
      expect(texts('[role=listitem]')).toHaveLength(1)
    })

    test('a link is made with the password, and a wrong one is reported at its field', async () => {
      const { server } = await openLinks('weapp', [])
      expect(mounted.box.textContent).toContain('还没有关联微信或企业微信')
      await tap(mounted.box, '.button', '关联这个微信')
      server.on(ADD, refusal('wrong_password', { text: '密码不正确' }))
      fill('guess')
      await tap(mounted.box, '.button')
      expect(texts('[role=alert]')).toStrictEqual(['密码不正确'])
      server.on(ADD, { link: links[1]! })
      fill('right')
      await tap(mounted.box, '.button')
      expect(server.callsOf(ADD).map(({ request }) => [request.kind, request.code, request.password])).toStrictEqual([
        ['wechat', 'code-1', 'guess'],
        ['wechat', 'code-1', 'right'],
      ])
      expect(texts('[role=listitem]')).toHaveLength(1)
    })

    test('a phone without a code asks nobody, and going back leaves nothing', async () => {
      const { server } = await openLinks('weapp', [], null)
      await tap(mounted.box, '.button', '关联这个微信')
      fill('right')
      await tap(mounted.box, '.button')
      expect([texts('[role=alert]'), server.countOf(ADD)]).toStrictEqual([['没能取得登录信息，请再试一次'], 0])
      await tap(mounted.box, '.text-button', '取消')
      await tap(mounted.box, '.button', '关联这个微信')
      expect(texts('[role=alert]')).toStrictEqual([])
      expect(within('.field input').map((field) => (field as HTMLInputElement).value)).toStrictEqual([''])
    })
  })

  describe('the password', () => {
    async function form(name: 'h5' | 'weapp' = 'h5') {
      const rig = await open({ name })
      await tap(mounted.box, '.security-row', '修改密码')
      return rig
    }

    test('two new passwords that differ are reported, and nothing is sent', async () => {
      const { server } = await form()
      fill('old', 'tangerine lamp', 'tangerine lamb')
      await tap(mounted.box, '.button')
      expect(texts('[role=alert]')).toStrictEqual(['两次输入的新密码不一致'])
      expect(server.countOf(PASSWORD)).toBe(0)
    })

    for (const [code, place] of [
      ['wrong_password', 0],
      ['password_common', 1],
    ] as const) {
      test(`${code} is shown at its field, and what was typed stays`, async () => {
        const { server } = await form()
        const field = place === 0 ? 'password' : 'new_password'
        server.on(PASSWORD, {
          status: 200,
          body: { success: false, errors: { validation_errors: [{ error_code: code, error_tr_msg: '说明', field }] } },
        })
        fill('old', 'tangerine lamp', 'tangerine lamp')
        await tap(mounted.box, '.button')
        expect(within('.field').map((each) => each.querySelector('[role=alert]') !== null)).toStrictEqual(
          [0, 1, 2].map((n) => n === place),
        )
        expect((within('.field input')[1] as HTMLInputElement).value).toBe('tangerine lamp')
      })
    }

    test('after a change the screen counts the devices signed out, and the session goes on', async () => {
      const { app, platform, server } = await form('weapp')
      server.on(PASSWORD, { csrf_token: 'csrf-9', auth_token: 'token-9', ended: 2 })
      fill('old', 'tangerine lamp', 'tangerine lamp')
      await tap(mounted.box, '.button')
      expect(mounted.box.textContent).toContain('其他 2 台设备已退出登录')
      expect([app.sessionContext.csrfToken, app.sessionContext.authToken]).toStrictEqual(['csrf-9', 'token-9'])
      expect(platform.storage.read('authToken')).toBe('token-9')
    })
  })

  describe('the second step', () => {
    test('the second step is switched on with the password, the key and a code', async () => {
      const { app, server } = await open()
      await tap(mounted.box, '.security-row', '两步验证')
      server.on(BEGIN, refusal('wrong_password', { text: '密码不正确' }))
      fill('guessed')
      await tap(mounted.box, '.button')
      expect(texts('[role=alert]')).toStrictEqual(['密码不正确'])
      server.on(BEGIN, { secret: 'ABCDEFGH', address: 'otpauth://totp/x' }).on(CODE, { csrf_token: 'csrf-9' })
      fill('right')
      await tap(mounted.box, '.button')
      expect(texts('.security-key')).toStrictEqual(['ABCD EFGH'])
      fill('12 34 56')
      await tap(mounted.box, '.button')
      expect(server.callsOf(CODE).map(({ request }) => request.code)).toStrictEqual(['123456'])
      expect(app.sessionContext.csrfToken).not.toBe('')
      expect(texts('.security-row-value')).toStrictEqual(['已开启'])
    })

    test('the second step is switched off with the password', async () => {
      const { server } = await open({ enrolled: true, passed: true })
      server.on(DISABLE, {})
      await tap(mounted.box, '.security-row', '两步验证')
      fill('right')
      await tap(mounted.box, '.button-danger')
      expect(server.callsOf(DISABLE).map(({ request }) => request.password)).toStrictEqual(['right'])
      expect(texts('.security-row-value')).toStrictEqual(['未开启'])
    })

    test('the second step cannot be switched off where the enterprise demands it', async () => {
      await open({ required: true, enrolled: true, passed: true })
      await tap(mounted.box, '.security-row', '两步验证')
      expect(within('.button')).toHaveLength(0)
    })

    test('[ERR-01] nobody enters without the second step, whoever switched it on', async () => {
      const { platform, server } = await open({ enrolled: true })
      expect(server.countOf(DEVICES)).toBe(0)
      server.on(CODE, { csrf_token: 'csrf-9' })
      fill('123456')
      await answered()
      expect(platform.navigate.visits).toStrictEqual(['relaunch /files/frequent'])
    })

    test('[ERR-01] the last digit sends the code, and a wrong one is asked again', async () => {
      const { platform, server } = await open({ enrolled: true })
      server.on(CODE, refusal('wrong_code', { text: '验证码不正确' }))
      fill('12345')
      await answered()
      expect(server.countOf(CODE)).toBe(0)
      fill('123456')
      await answered()
      expect(server.callsOf(CODE).map(({ request }) => request.code)).toStrictEqual(['123456'])
      expect(texts('[role=alert]')).toStrictEqual(['验证码不正确'])
      expect((within('.field input')[0] as HTMLInputElement).value).toBe('')
      expect(platform.navigate.visits).toStrictEqual([])
    })

    test('[ERR-01] the screen says whose code is asked for, and offers another account', async () => {
      const { app, server } = await open({ enrolled: true })
      server.on('POST /apps/users/logout', {})
      expect(mounted.box.textContent).toContain(`账号：${app.session.user!.login}`)
      await tap(mounted.box, '.text-button', '换个账号登录')
      expect(app.session.user).toBeNull()
    })

    test('where the enterprise forces the second step, setting it up begins with the password', async () => {
      const { server } = await open({ required: true })
      server.on(BEGIN, { secret: 'ABCDEFGH', address: 'otpauth://totp/x' })
      expect(mounted.box.textContent).toContain('学校要求两步验证')
      fill('right')
      await tap(mounted.box, '.button')
      expect(texts('.security-key')).toStrictEqual(['ABCD EFGH'])
    })
  })

  for (const name of ['h5', 'weapp'] as const)
    test(`[CONT-03] the user’s own picture is shown before it is saved, then saved, then removed: ${name}`, async () => {
      const rig = await open({ name })
      rig.server.on('POST /apps/users/set_picture', ({ picture }) => ({ avatar: picture === null ? null : '/pic?s=1' }))
      await tap(mounted.box, '.security-row', '头像')
      expect(within('.own-picture .avatar')).toHaveLength(1)
      Object.assign(rig.platform, { picked: [{ name: '自拍.jpg', size: 4e6, thumbnail: 'blob:1', source: {} }] })
      Object.assign(rig.platform, { base64: '/9j/4AAQ' })
      await tap(mounted.box, '.logo-card .button')
      await tap(mounted.box, '.action-grid-cell', '相册')
      expect(within('.own-picture-draft')[0]?.getAttribute('src')).toBe('blob:1')
      await tap(mounted.box, '.logo-card .button', '保存')
      expect(within('.own-picture .avatar-picture')).toHaveLength(1)
      await tap(mounted.box, '.logo-card .text-button', '移除')
      await tap(mounted.box, '.dialog .button-danger')
      expect(within('.own-picture .avatar-picture')).toHaveLength(0)
    })
})
