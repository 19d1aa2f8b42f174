import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { MailFailure, openMailer } from '../../../server/mail/Mailer'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { PostOffice, tokenIn } from '../../support/mail/PostOffice'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

let office: PostOffice
let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let they: Client
const baseUrl = 'http://drive.example'

before(async () => {
  office = await PostOffice.open()
  server = await startTestServer({ config: { mail: office.configuration, baseUrl } })
  make = factories(server.deps)
  school = await make.enterprise({ name: '明德学校' })
  owner = await make.user({ enterprise: school, role: 'owner' })
  they = await client(server).as(owner.login)
})
after(async () => {
  await server.close()
  await office.close()
})

let serial = 0
async function invite(name = '林小满', at = they) {
  const email = `p${(serial += 1)}@school.example`
  const { user_id, link } = await at.call('POST /admin/people/create', { login: email, name, email })
  return { user_id, link, email, token: link.url.split('#')[1]! }
}

describe('one-time links by e-mail', () => {
  test('[ADM-03] an administrator mails a link, which the person opens', async () => {
    const { user_id, link, email, token } = await invite()
    assert.equal(link.mail_to, email)
    await they.call('POST /admin/people/mail_link', { user_id, token })
    const { mail, receivers } = await office.waitFor(email)
    assert.deepEqual(receivers, [email])
    assert.equal(mail.subject, '明德学校邀请你使用云盘')
    assert.deepEqual([mail.from?.name, mail.from?.address], ['书包云盘', 'drive@satchel.example'])
    assert.ok(mail.text?.includes(`${baseUrl}/welcome#${token}`), 'the text has no link')
    assert.ok(mail.html?.includes(`href="${baseUrl}/welcome#${token}"`), 'the HTML has no link')
    assert.ok(mail.text?.includes(email), 'the mail does not name the login')
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'sign_in_link_mailed' })
    assert.equal(entries[0]?.detail?.user_id, user_id)
    assert.ok(!JSON.stringify(entries).includes(token), 'the log holds the token')
  })

  for (const [language, subject] of [
    ['en', 'Northern School invites you to its drive'],
    ['zh-TW', 'Northern School邀請你使用雲端硬碟'],
  ] as const)
    test(`[ADM-03] a mail has the language of the organisation: ${language}`, async () => {
      const enterprise = await make.enterprise({ name: 'Northern School' })
      await server.deps.db.updateTable('enterprises').set({ language }).where('id', '=', enterprise.id).execute()
      const boss = await client(server).as((await make.user({ enterprise, role: 'owner' })).login)
      const { user_id, email, token } = await invite('Ann', boss)
      await boss.call('POST /admin/people/mail_link', { user_id, token })
      assert.equal((await office.waitFor(email)).mail.subject, subject)
    })

  test('[ADM-03] names cannot add headers, receivers or markup', async () => {
    const evil = await make.enterprise({ name: 'School\r\nBcc: thief@evil.example\r\n\r\n<b>x</b>' })
    const boss = await client(server).as((await make.user({ enterprise: evil, role: 'owner' })).login)
    const { user_id, email, token } = await invite('Ann (x), thief@evil.example;', boss)
    await boss.call('POST /admin/people/mail_link', { user_id, token })
    const { mail, raw, receivers } = await office.waitFor(email)
    assert.deepEqual(receivers, [email])
    assert.deepEqual(mail.bcc ?? [], [])
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [email],
    )
    assert.doesNotMatch(raw.split('\r\n\r\n')[0]!, /^bcc:/im)
    assert.ok(!mail.html?.includes('<b>x</b>'), 'the HTML holds an element of a name')
    assert.equal(office.to('thief@evil.example').length, 0)
  })

  test('[ADM-03] a mail server that refuses is reported in words, and the link still works', async () => {
    const { user_id, token, email } = await invite()
    office.refusal = 550
    const { entry } = await they.refused('POST /admin/people/mail_link', { user_id, token }, 'mail_not_sent')
    office.refusal = null
    assert.match(entry.error_tr_msg, /邮件/)
    await they.call('POST /admin/people/mail_link', { user_id, token })
    assert.equal(tokenIn(await office.waitFor(email)), token)
  })

  test('[ADM-03] a person without an address, a foreign token and a repetition without end are refused', async () => {
    const bare = await they.call('POST /admin/people/create', { login: 'bare@school', name: '吴静' })
    assert.equal(bare.link.mail_to, null)
    const token = bare.link.url.split('#')[1]!
    await they.refused('POST /admin/people/mail_link', { user_id: bare.user_id, token }, 'person_without_email')
    const other = await invite()
    const mixed = { user_id: other.user_id, token }
    await they.refused('POST /admin/people/mail_link', mixed, 'sign_in_link_invalid')
    const again = { user_id: other.user_id, token: other.token }
    for (let n = 0; n < 20; n += 1) await they.call('POST /admin/people/mail_link', again)
    await they.refused('POST /admin/people/mail_link', again, 'mail_too_often')
    // The mailbox of another person, whose address the administrator chose.
    const [name, host] = other.email.split('@')
    const same = await they.call('POST /admin/people/create', {
      login: 'twin@school',
      name: '吴静',
      email: `${name}+twin@${host}`,
    })
    const twin = { user_id: same.user_id, token: same.link.url.split('#')[1]! }
    await they.refused('POST /admin/people/mail_link', twin, 'mail_too_often')
    const { db } = server.deps
    const counts = db.updateTable('login_attempts').where('subject', '=', `mails:links-of:${school.id}`)
    await counts.set({ failures: 2000 }).execute()
    const fresh = await invite()
    const mail = { user_id: fresh.user_id, token: fresh.token }
    await they.refused('POST /admin/people/mail_link', mail, 'mail_too_often')
    await counts.set({ failures: 1999 }).execute()
    await they.call('POST /admin/people/mail_link', mail)
  })

  test('[ADM-03] mails that the mail server does not take hold no places of other writing calls', async () => {
    const { mailer } = server.deps
    const over = gate()
    let waiting = 0
    server.deps.mailer = {
      async send() {
        waiting += 1
        await over.opened
      },
    }
    const bosses = await Promise.all(
      [await make.enterprise(), await make.enterprise()].flatMap((enterprise) =>
        [1, 2].map(async () => client(server).as((await make.user({ enterprise, role: 'owner' })).login)),
      ),
    )
    const mails = bosses.map(async (boss) => {
      const { user_id, token } = await invite('Ann', boss)
      return Array.from({ length: 4 }, () => boss.call('POST /admin/people/mail_link', { user_id, token }))
    })
    const sent = (await Promise.all(mails)).flat()
    try {
      await until('all mails wait', () => waiting === 16)
      await they.call('POST /apps/files/new_folder', { name: '教案', parent_folder_id: 0 })
    } finally {
      over.open()
      await Promise.all(sent)
      server.deps.mailer = mailer
    }
  })

  test('[ADM-03] without a mail server nothing is offered', async () => {
    const plain = await startTestServer()
    try {
      const boss = await client(plain).as((await factories(plain.deps).user({ role: 'owner' })).login)
      const { user_id, link } = await invite('Ann', boss)
      assert.equal(link.mail_to, null)
      const mail = { user_id, token: link.url.split('#')[1]! }
      await boss.refused('POST /admin/people/mail_link', mail, 'mail_missing')
      const { overview } = await boss.call('GET /admin/overview', {})
      assert.equal(overview.configured.mail, false)
    } finally {
      await plain.close()
    }
    const { overview } = await they.call('GET /admin/overview', {})
    assert.equal(overview.configured.mail, true)
  })
})

describe('the mail server', () => {
  const letter = { to: { name: 'x', address: 'x@school.example' }, subject: 's', text: 't', html: '<p>t</p>' }

  test('[ADM-03] one organisation sends two mails at once, and further ones wait or are refused', async () => {
    const held: (() => void)[] = []
    const slow = await PostOffice.open({
      onData: (stream, _session, callback) => {
        stream.resume()
        held.push(() => callback())
      },
    })
    const mailer = openMailer({ mail: slow.configuration })!
    const all = Array.from({ length: 51 }, () => mailer.send(letter, 1).catch((error: Error) => error))
    assert.ok((await all[50]) instanceof MailFailure, 'the 51st mail waits, too')
    let done = 0
    while (done < 50) {
      const next = held.shift()
      assert.ok(held.length <= 1, `${held.length + 1} mails at once`)
      if (next) {
        next()
        done += 1
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.deepEqual(
      (await Promise.all(all.slice(0, 50))).filter((each) => each instanceof Error),
      [],
    )
    await slow.close()
  })

  test('[ADM-03] a password never travels without TLS to another machine', async () => {
    const seen: string[] = []
    const open = await PostOffice.open({
      onAuth: (auth, _session, callback) => {
        seen.push(auth.username ?? '')
        callback(null, { user: 'x' })
      },
    })
    // Not a loopback name for the check, although it leads to this machine.
    const mail = { ...open.configuration, host: '0.0.0.0', account: { user: 'drive', pass: 'secret' } }
    await assert.rejects(openMailer({ mail })!.send(letter, 1), MailFailure)
    assert.deepEqual(seen, [])
    await open.close()
  })

  test('[ADM-03] a server that is not there fails without a long wait', async () => {
    const gone = await PostOffice.open()
    const mail = gone.configuration
    await gone.close()
    await assert.rejects(openMailer({ mail })!.send(letter, 1), MailFailure)
  })
})
