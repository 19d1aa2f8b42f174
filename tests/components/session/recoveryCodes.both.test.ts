import { describe, expect, test } from '@jest/globals'
import { refusal } from '../../stores/support/fakeServer'
import { answered, tap } from '../rig'
import { fill, mounted, open, texts, within } from './securityPage'

const BEGIN = 'POST /apps/users/two_step/begin'
const CODE = 'POST /apps/users/two_step'
const RECOVER = 'POST /apps/users/two_step/recover'
const RENEW = 'POST /apps/users/two_step/recovery_codes'

const codes = ['7KQ2M-X04TD', 'A1B2C-D3E4F']
const key = { secret: 'ABCDEFGH', address: 'otpauth://totp/Satchel:wang?secret=ABCDEFGH' }

async function setUp(name: 'h5' | 'weapp') {
  const rig = await open({ name })
  rig.server.on(BEGIN, key).on(CODE, { csrf_token: 'csrf-9', recovery_codes: codes })
  await tap(mounted.box, '.security-row', '两步验证')
  fill('right')
  await tap(mounted.box, '.button')
  await answered()
  return rig
}

describe('recovery codes', () => {
  for (const name of ['h5', 'weapp'] as const)
    test(`[AH-55] the key is scanned or copied; only a browser opens the authenticator and saves a file: ${name}`, async () => {
      const { platform } = await setUp(name)
      expect(within('.qr-code')).toHaveLength(1)
      await tap(mounted.box, '.security-acts .text-button', '复制密钥')
      expect(platform.clipboard).toBe('ABCDEFGH')
      const links = () => within('.security-acts a')
      expect(links().map((link) => link.getAttribute('href'))).toStrictEqual(name === 'h5' ? [key.address] : [])
      fill('123456')
      await answered()
      expect(texts('.security-code')).toStrictEqual(codes)
      expect(links().map((link) => decodeURIComponent(link.getAttribute('href')!).includes(codes[1]!))).toStrictEqual(
        name === 'h5' ? [true] : [],
      )
      await tap(mounted.box, '.security-acts .text-button', '复制')
      expect(platform.clipboard).toBe(codes.join('\n'))
      await tap(mounted.box, '.button', '我已保存好')
      expect(mounted.box.textContent).not.toContain(codes[0])
      expect(texts('.security-row-value')).toContain('恢复码剩 2 个')
    })

  test('[AH-55] where the enterprise forces the second step, the codes are shown before the files', async () => {
    const { platform, server } = await open({ required: true })
    server.on(BEGIN, key).on(CODE, { csrf_token: 'csrf-9', recovery_codes: codes })
    fill('right')
    await tap(mounted.box, '.button')
    fill('123456')
    await answered()
    expect(texts('.security-code')).toStrictEqual(codes)
    expect(platform.navigate.visits).toStrictEqual([])
    await tap(mounted.box, '.button', '我已保存好')
    expect(platform.navigate.visits).toStrictEqual(['relaunch /files/frequent'])
  })

  test('[AH-55] a recovery code signs in; a wrong one stays to be corrected', async () => {
    const { platform, server } = await open({ enrolled: true })
    await tap(mounted.box, '.text-button', '用恢复码')
    server.on(RECOVER, refusal('wrong_code', { text: '验证码不正确' }))
    fill('7kq2m x04td')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['验证码不正确'])
    expect((within('.field input')[0] as HTMLInputElement).value).toBe('7kq2m x04td')
    server.on(RECOVER, { csrf_token: 'csrf-9', recovery_codes_left: 9 })
    await tap(mounted.box, '.button')
    expect(server.callsOf(RECOVER).map(({ request }) => request.code)).toStrictEqual(['7kq2m x04td', '7kq2m x04td'])
    expect(platform.navigate.visits).toStrictEqual(['relaunch /files/frequent'])
    expect(mounted.box.textContent).toContain('还剩 9 个恢复码')
  })

  test('[AH-55] new codes take the password, also where the step cannot be switched off', async () => {
    const { server } = await open({ required: true, enrolled: true, passed: true, left: 1 })
    expect(texts('.security-row-value')).toContain('恢复码剩 1 个')
    await tap(mounted.box, '.security-row', '两步验证')
    expect(mounted.box.textContent).toContain('还剩 1 个恢复码')
    await tap(mounted.box, '.text-button', '生成新的恢复码')
    server.on(RENEW, { recovery_codes: codes })
    fill('right')
    await tap(mounted.box, '.button')
    expect(server.callsOf(RENEW).map(({ request }) => request.password)).toStrictEqual(['right'])
    expect(texts('.security-code')).toStrictEqual(codes)
  })
})
