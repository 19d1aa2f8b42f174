import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { readConfiguration } from '../../../server/config/configuration'
import { client, password } from '../../support/client'
import { deepTest } from '../../support/deep'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { openPhone, type Phone } from '../Phone'
import { openSite } from '../site'

const standIn = await MessengerStandIn.start()
after(() => standIn.close())
const site = openSite({
  messengers: {
    ...readConfiguration({}, '/').messengers,
    wechatUrl: standIn.url,
    wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
    wecomUrl: standIn.url,
    wecom: { id: 'wwcorp', secret: 'corpsecret' },
  },
})
const fresh = 'tangerine lamp 7'

/** Presses the button of the form, once it is enabled. */
const submit = async (phone: Phone) =>
  phone.host.tap(await phone.until(() => phone.host.$$('.security-submit button').find((one) => !one.attr('disabled'))))

describe('[CTX-03] the security settings', () => {
  test('[AH-55] the key is a QR code and can be copied; a recovery code signs in', async (t) => {
    const user = await site.make.user()
    const phone = await openPhone(t, site.wire)
    await phone.signIn(user.login)
    await phone.at('files', { space: 'frequent' })
    await phone.openMe()
    await phone.choose('me.security')
    await phone.press(phone.t('twoStep.title'))
    await phone.until('.field-input')
    phone.fill(0, password)
    await submit(phone)
    const code = await phone.until('.qr-code')
    assert.match(String(code.attr('style')), /data:image\/svg/)
    await phone.press(phone.t('security.copyKey'))
    await phone.until(() => phone.host.clipboard !== '')
    const secret = String(phone.host.clipboard)
    phone.fill(0, new TOTP({ secret }).generate())
    await phone.until('.security-code')
    const codes = phone.host.$$('.security-code').map((one) => one.text)
    assert.equal(new Set(codes).size, 10)
    await phone.press(phone.t('recovery.copy'))
    await phone.until(() => phone.host.clipboard === codes.join('\n'))
    await phone.press(phone.t('recovery.done'))
    await phone.reads(phone.t('twoStep.on'))

    const other = await openPhone(t, site.wire)
    await other.signIn(user.login)
    await other.press(other.t('recovery.use'))
    await other.reads(other.t('recovery.enter'))
    other.fill(0, codes[9]!)
    await submit(other)
    await other.at('files', { space: 'frequent' })
  })

  test('sign-in asks for the code after the password; changing the password keeps the session', async (t) => {
    const user = await site.make.user()
    const secret = 'SATCHELTESTSECRETSATCHELTESTSECR'
    const values = { totp_secret: secret, totp_enrolled_at: new Date() }
    await site.server.deps.db.updateTable('users').set(values).where('id', '=', user.id).execute()
    const phone = await openPhone(t, site.wire)
    await phone.signIn(user.login)
    await phone.until(() => phone.host.page.route === 'packages/account/security/index')
    await phone.until('.field-input')
    const planted = phone.host.storage.authToken
    phone.fill(0, new TOTP({ secret }).generate())
    await phone.at('files', { space: 'frequent' })
    assert.notEqual(phone.host.storage.authToken, planted)

    const other = await client(site.server).as(user.login)
    await phone.openMe()
    await phone.choose('me.security')
    await phone.press(phone.t('password.title'))
    await phone.until(() => phone.host.$$('.field-input').length === 3)
    for (const [at, value] of [password, fresh, fresh].entries()) phone.fill(at, value)
    phone.host.tap(await phone.until('.security-submit button'))
    await phone.reads(phone.t('password.ended', { n: 1 }))
    await other.refused('GET /apps/users/two_step', {}, 'login_expired')
    await phone.press(phone.t('security.done'))
    await phone.reads(phone.t('devices.here'))
  })
})

describe('[CTX-14] signing in by WeChat or WeCom', () => {
  deepTest(
    'sign-in is refused before linking with the password; then a tap signs in, and signing out never does',
    async (t) => {
      const user = await site.make.user()
      const codes = ['first', 'wrong', 'right', 'again']
      for (const code of codes) standIn.logins.set(code, { openid: 'openid-way', session_key: 'a2V5' })
      const phone = await openPhone(t, site.wire, { loginCodes: codes })
      const { host } = phone
      const tries = () => standIn.count('/sns/jscode2session')
      await phone.press(phone.t('login.byCode.wechat'))
      await phone.reads('还没有关联账号')
      await phone.signIn(user.login)
      await phone.at('files', { space: 'frequent' })

      await phone.openMe()
      await phone.choose('me.security')
      await phone.press(phone.t('quick.title'))
      await phone.reads(phone.t('quick.none'))
      const add = phone.t('quick.add.wechat')
      await phone.press(add)
      await phone.until('.field-input')
      const send = async () =>
        host.tap(await phone.until(() => host.$$('.security-submit button').find((one) => !one.attr('disabled'))))
      phone.fill(0, 'not it')
      await send()
      await phone.reads('密码不正确')
      phone.fill(0, password)
      await send()
      await phone.reads(phone.t('quick.unused'))

      host.back()
      host.back()
      await phone.at('account/me')
      host.back()
      await phone.at('files', { space: 'frequent' })
      const before = tries()
      await phone.openMe()
      await phone.choose('me.signOut')
      await phone.answer('me.signOut')
      await phone.at('login')
      await phone.until('.login-code button')
      assert.equal(tries(), before)
      assert.equal(host.storage.authToken, undefined)
      await phone.press(phone.t('login.byCode.wechat'))
      await phone.at('files', { space: 'frequent' })
      assert.equal(tries(), before + 1)
      const deeds = await site.server.deps.db
        .selectFrom('audit_log')
        .select('deed')
        .where('user_id', '=', user.id)
        .execute()
      assert.ok(deeds.some(({ deed }) => deed === 'signed_in_by_code'))
    },
  )

  deepTest('WeCom uses its own code, and a link can be ended there', async (t) => {
    const user = await site.make.user()
    const staff = () => standIn.staffLogins.set('code of WeCom', { userid: 'wang', session_key: 'a2V5' })
    staff()
    const me = await client(site.server).asApplet(user.login)
    await me.call('POST /apps/users/messenger_links/create', { kind: 'wecom', code: 'code of WeCom', password })
    staff()
    const phone = await openPhone(t, site.wire, { weCom: true })
    await phone.press(phone.t('login.byCode.wecom'))
    await phone.at('files', { space: 'frequent' })
    await phone.openMe()
    await phone.choose('me.security')
    await phone.press(phone.t('quick.title'))
    await phone.press(phone.t('quick.end'))
    await phone.answer('quick.end')
    await phone.reads(phone.t('quick.none'))
    await me.call('GET /apps/users/messenger_links', {}).then(({ links }) => assert.deepEqual(links, []))
  })
})
