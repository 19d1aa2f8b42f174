import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { TOTP } from 'otpauth'
import { client, password } from '../support/client'
import { sampledTest } from '../support/deep'
import { openPhone } from './Phone'
import { openSite } from './site'

const test = sampledTest(import.meta.url)

const site = openSite()
const fresh = 'tangerine lamp 7'

describe('[CTX-03] the settings of security', () => {
  test('the code is asked for after the password; then the password is changed and the session goes on', async (t) => {
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
