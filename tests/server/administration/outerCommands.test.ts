import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PostOffice, tokenIn } from '../../support/mail/PostOffice'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { Impostor } from '../../support/session/Impostor'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let office: PostOffice
let impostor: Impostor
let messengers: MessengerStandIn

before(async () => {
  office = await PostOffice.open()
  impostor = await Impostor.open()
  messengers = await MessengerStandIn.start()
  server = await startTestServer()
  await admin('organisation', 'create', '--name', '明德学校', '--administrator', 'owner@school')
})
after(async () => {
  await server.close()
  await office.close()
  await impostor.close()
  await messengers.close()
})

function admin(...args: string[]) {
  const { port } = office.configuration
  return runAdminHere(args, {
    ...settingsBeside(server),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Satchel <drive@school.example>',
    SIGN_ON_LOOPBACK: '1',
    WECOM_API_URL: messengers.url,
  })
}

describe('mails by command', () => {
  test('[ADM-03] [ADM-13] a command mails the link that it prints, and says when the mail server refuses', async () => {
    const email = 'lin@school.example'
    const person = ['--login', 'lin@school', '--name', '林小满', '--email', email]
    const made = await admin('person', 'create', ...person, '--mail', '--json')
    assert.equal(made.code, 0, made.err)
    const { url } = JSON.parse(made.out) as { url: string }
    assert.equal(url, `${server.url}/welcome#${tokenIn(await office.waitFor(email))}`)

    office.refusal = 550
    const refused = await admin('person', 'renew-link', 'lin@school', '--mail')
    office.refusal = null
    assert.equal(refused.code, 1)
    assert.match(refused.out, /\/welcome#[\w-]{43}/)
    assert.match(refused.err, /mail server did not accept/)
    const bare = await admin('person', 'create', '--login', 'bare@school', '--name', 'Bare', '--mail')
    assert.deepEqual([bare.code, /no e-mail address/.test(bare.err)], [1, true])
  })
})

describe('signing on by command', () => {
  test('[DIR-01] [ADM-13] a provider is stored, shown without its secret, changed in part and removed', async () => {
    const oidc = (...args: string[]) => admin('sign-on', 'oidc', ...args, '--json')
    const file = join(server.folder, 'secret.txt')
    await writeFile(file, 'a secret of the client\n')
    assert.equal((await oidc('set', '--label', 'Campus')).code, 2)
    const made = await oidc('set', '--issuer', impostor.issuer, '--client-id', 'satchel', '--secret-file', file)
    assert.equal(made.code, 0, made.err)
    const rules = ['--group-claim', 'groups', '--domain', 'school.example', '--create-people', '--label', 'Campus']
    const changed = await oidc('set', ...rules)
    assert.equal(changed.code, 0, changed.err)
    const { out } = await oidc('show')
    assert.ok(!out.includes('a secret of the client'), 'the secret shows')
    const { provider, redirect_url } = JSON.parse(out) as { provider: object; redirect_url: string }
    assert.equal(redirect_url, `${server.url}/api/sign_on/callback`)
    assert.deepEqual(provider, {
      is_on: true,
      label: 'Campus',
      issuer: impostor.issuer,
      client_id: 'satchel',
      scopes: '',
      email_domains: ['school.example'],
      link_by: 'email',
      link_claim: '',
      creates_people: true,
      group_claim: 'groups',
      group_rules: [],
      signs_out: false,
      has_secret: true,
    })
    const refused = await oidc('set', '--issuer', 'http://school.example')
    assert.deepEqual([refused.code, (JSON.parse(refused.err) as { error: string }).error], [1, 'sign_on_issuer'])
    assert.equal((await oidc('remove')).code, 0)
    assert.equal((JSON.parse((await oidc('show')).out) as { provider: unknown }).provider, null)
  })
})

describe('WeCom by command', () => {
  test('[DIR-03] [ADM-13] WeCom is stored, shown without secrets, changed in part and removed', async () => {
    const wecom = (...args: string[]) => admin('directory', 'wecom', ...args, '--json')
    const { corpId, agentId, secret, contactsSecret } = messengers.weCom
    const file = join(server.folder, 'wecom.json')
    await writeFile(file, JSON.stringify({ secret, contacts_secret: contactsSecret }))
    assert.equal((await wecom('set', '--label', 'WeCom')).code, 2)
    const first = ['--corp-id', corpId, '--agent-id', String(agentId), '--secrets-file', file]
    const made = await wecom('set', ...first)
    assert.equal(made.code, 0, made.err)
    const changed = await wecom('set', '--label', 'WeCom', '--sync-hours', 'never', '--no-sign-in', '--links')
    assert.equal(changed.code, 0, changed.err)
    const { out } = await wecom('show')
    assert.ok(!out.includes(secret) && !out.includes(contactsSecret), 'a secret shows')
    const { directory, callback_url } = JSON.parse(out) as { directory: { id: number }; callback_url: string }
    assert.match(callback_url, /\/api\/wecom\/events\/\d+$/)
    assert.deepEqual(directory, {
      id: directory.id,
      is_on: true,
      label: 'WeCom',
      corp_id: corpId,
      agent_id: agentId,
      offers_sign_in: false,
      links_existing: true,
      sync_hours: null,
      has_contacts_secret: true,
      has_callback: false,
    })
    const bare = await admin('person', 'create', '--login', 'nobody@school', '--name', 'Nobody')
    assert.equal(bare.code, 0, bare.err)
    const unlinked = await admin('person', 'renew-link', 'nobody@school', '--wecom')
    assert.deepEqual([unlinked.code, /not linked with a member of WeCom/.test(unlinked.err)], [1, true])
    assert.match(unlinked.out, /\/welcome#[\w-]{43}/)
    await writeFile(file, JSON.stringify({ secret: 'another-secret' }))
    const refused = await wecom('set', '--secrets-file', file)
    assert.deepEqual([refused.code, (JSON.parse(refused.err) as { error: string }).error], [1, 'wecom_refused'])
    assert.equal((await wecom('remove')).code, 0)
    assert.equal((JSON.parse((await wecom('show')).out) as { directory: unknown }).directory, null)
  })
})
