import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  listPersonalAccounts,
  resetPersonalPassword,
  setPersonalActive,
} from '../../../server/services/administration/personalAccounts'
import { makeSetupToken } from '../../../server/services/administration/setup'
import { client, Client } from '../../support/client'
import { factories } from '../../support/factories'
import { codeIn, PASSWORD, REGISTER, Registering, SEND } from '../../support/session/Registering'
import { startTestServer } from '../../support/testServer'

let at: Registering
before(async () => {
  at = await Registering.open({ phoneCountries: ['86', '852'], termsUrl: 'https://drive.example/terms' })
})
after(() => at.close())

const signIn = async (login: string, secret = PASSWORD) => {
  const they = await at.visitor()
  return they.signIn(login, secret, 'cookie')
}

describe('registering a personal account', () => {
  test('[DIR-05] the page learns what accounts can be registered with, and where', async () => {
    const they = await at.visitor()
    const ways = await they.call('GET /apps/users/registration_ways', {})
    assert.deepEqual([ways.email, ways.phone_countries], [true, ['86', '852']])
    const { register_url } = await they.call('GET /apps/users/get_base_info', {})
    assert.equal(register_url, '/login?register=1&redirect=')
  })

  test('[DIR-05] [CTX-05] a code by mail makes an account in an enterprise of its own, signed in', async () => {
    const they = await at.registered(' Xiaobei.He@Mail.Example ', { name: '  何小北 ' })
    const base = await they.call('GET /apps/users/get_base_info', {})
    assert.equal(base.user_info?.name, '何小北')
    assert.equal(base.user_info.login, 'xiaobei.he@mail.example')
    assert.equal(base.user_info.administrator_role, undefined)
    assert.equal(base.enterprise_info?.is_personal_user_enterprise, true)
    assert.equal(base.enterprise_info.name, '何小北')
    const space = await they.call('GET /apps/frequently_used_items/get_space_info', {})
    assert.equal(space.total, at.server.deps.config.personalBytes)
    await they.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '旅行' })
    const other = await at.registered('second@mail.example')
    const { enterprise_info } = await other.call('GET /apps/users/get_base_info', {})
    assert.notEqual(enterprise_info?.id, base.enterprise_info.id)
    await signIn('XIAOBEI.HE@mail.example')
  })

  test('[DIR-05] a mail has the code, in the language of the page, and goes to the address alone', async () => {
    const they = await at.visitor()
    they.headers['x-lang'] = 'en'
    await they.call(SEND, { address: 'english@mail.example' })
    const posted = await at.office.waitFor('english@mail.example')
    assert.deepEqual(posted.receivers, ['english@mail.example'])
    assert.match(posted.mail.subject ?? '', /Satchel/)
    assert.match(posted.mail.text ?? '', /valid for 10 minutes/)
    assert.match(codeIn(posted), /^\d{6}$/)
    assert.ok(posted.mail.html?.includes(codeIn(posted)), 'the page of the mail has no code')
  })

  test('[DIR-05] a code to a phone makes an account, and the number signs in with and without calling code', async () => {
    await at.registered('138 0013 8000')
    for (const login of ['+8613800138000', '13800138000', '138-0013-8000']) await signIn(login)
    await at.registered('+852 5123 4567')
    await signIn('+85251234567')
    await (
      await at.visitor()
    ).refused('POST /apps/users/login', { login: '51234567', password: PASSWORD }, 'wrong_credentials')
  })

  test('[DIR-05] an account that is called as typed signs in before a phone number', async () => {
    await at.registered('13900139000')
    const they = await at.registered('called@mail.example', { password: 'another long password' })
    const { user_info } = await they.call('GET /apps/users/get_base_info', {})
    const { db } = at.server.deps
    await db.updateTable('users').set({ login: '13900139000' }).where('id', '=', user_info!.id).execute()
    await signIn('13900139000', 'another long password')
    await signIn('+8613900139000')
  })

  test('[DIR-05] faults name their field, use no code up, and lose nothing', async () => {
    const they = await at.visitor()
    const address = 'faults@mail.example'
    const code = await at.codeFor(address, they)
    const right = { address, code, name: '何小北', new_password: PASSWORD }
    const faults = [
      [{ name: '  ' }, 'name_empty', 'name'],
      [{ name: 'a\u202eb' }, 'name_invisible', 'name'],
      [{ name: 'a/b' }, 'name_character', 'name'],
      [{ new_password: 'short' }, 'password_too_short', 'new_password'],
      [{ new_password: '12345678' }, 'password_common', 'new_password'],
      [{ new_password: address }, 'password_common', 'new_password'],
      [{ address: 'no address' }, 'phone_invalid', 'address'],
      [{ address: '@' }, 'email_invalid', 'address'],
    ] as const
    for (const [fault, refusal, field] of faults) {
      const { entry } = await they.refused(REGISTER, { ...right, ...fault }, refusal)
      assert.equal(entry.field, field)
    }
    await they.call(REGISTER, right)
  })

  test('[DIR-05] without a mail server only phones, and without a gateway only mails prove somebody', async () => {
    for (const [config, right, wrong, refusal] of [
      [{ mail: null }, '13800138000', 'he@mail.example', 'phone_invalid'],
      [{ phoneCodes: null, demo: false }, 'he@mail.example', '13800138000', 'email_invalid'],
    ] as const) {
      const one = await Registering.open(config)
      try {
        const they = await one.visitor()
        await they.refused(SEND, { address: wrong }, refusal)
        await one.registered(right)
      } finally {
        await one.close()
      }
    }
  })

  test('[DIR-05] an account that registers on an empty server does not end the set-up', async () => {
    const one = await Registering.open()
    try {
      await one.registered('early@mail.example')
      const token = await makeSetupToken(one.server.deps)
      const they = await one.visitor()
      await they.call('POST /setup/create', {
        token: token!,
        organisation: { name: '实验学校', kind: 'school', language: 'zh-CN' },
        administrator: { name: '王珂', login: 'owner@school', password: PASSWORD },
      })
      assert.equal(await makeSetupToken(one.server.deps), null)
    } finally {
      await one.close()
    }
  })
})

describe('the operator of the server', () => {
  const deps = () => at.server.deps

  test('[DIR-05] [ADM-13] closes a personal account at once and opens it again', async () => {
    const login = 'closed@mail.example'
    const they = await at.registered(login)
    assert.equal(await setPersonalActive(deps(), login.toUpperCase(), false), true)
    assert.equal(await setPersonalActive(deps(), login, false), false)
    await they.refused('GET /apps/frequently_used_items/get_space_info', {}, 'account_deactivated')
    const again = await at.visitor()
    await again.refused('POST /apps/users/login', { login, password: PASSWORD }, 'wrong_credentials')
    await setPersonalActive(deps(), login, true)
    await signIn(login)
  })

  test('[DIR-05] [ADM-13] gives somebody without the password a one-time link, which ends the sessions', async () => {
    const they = await at.registered('13700137000')
    const { token } = await resetPersonalPassword(deps(), '+8613700137000')
    await they.refused('GET /apps/frequently_used_items/get_space_info', {}, 'login_expired')
    await (await at.visitor()).call('POST /welcome/accept', { token, new_password: 'another long password' })
    await signIn('13700137000', 'another long password')
  })

  test('[DIR-05] [ADM-13] lists personal accounts alone, and touches no others', async () => {
    const make = factories(deps())
    const user = await make.user({ enterprise: await make.enterprise() })
    await at.registered('listed@mail.example', { name: '李列表' })
    const { accounts, total } = await listPersonalAccounts(deps(), { search: '李列', offset: 0, limit: 50 })
    assert.deepEqual([accounts.map(({ login }) => login), total], [['listed@mail.example'], 1])
    const all = await listPersonalAccounts(deps(), { search: '', offset: 0, limit: 500 })
    assert.ok(!all.accounts.some(({ login }) => login === user.login), 'a colleague is listed')
    await assert.rejects(setPersonalActive(deps(), user.login, false), { code: 'person_not_found' })
    await assert.rejects(resetPersonalPassword(deps(), user.login), { code: 'person_not_found' })
  })
})

describe('without the setting REGISTRATION', () => {
  test('[DIR-05] the calls are answered like any unknown address, and no page offers them', async () => {
    const server = await startTestServer()
    try {
      const they = client(server).visitor
      const { csrf_token, register_url } = await they.call('GET /apps/users/get_base_info', {})
      assert.equal(register_url, '')
      const withToken = new Client(server.url)
      withToken.headers = { requesttoken: csrf_token }
      const bare = ({ body, status, headers }: Awaited<ReturnType<Client['send']>>) => [
        status,
        { ...(body as object), request_id: '' },
        headers.get('content-type'),
      ]
      for (const each of [they, withToken]) {
        const unknown = bare(await each.request('POST', '/api/apps/users/no_such_call', '{}'))
        assert.equal(unknown[0], 404)
        for (const name of [SEND, REGISTER] as const)
          assert.deepEqual(bare(await each.send(name, { address: 'he@mail.example' })), unknown)
        assert.deepEqual(
          bare(await each.send('GET /apps/users/registration_ways', {})),
          bare(await each.request('GET', '/api/apps/users/no_such_call')),
        )
      }
    } finally {
      await server.close()
    }
  })
})
