import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../../server/database/transaction'
import { Client } from '../../support/client'
import { isDeep, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { codeIn, PASSWORD, REGISTER, Registering, SEND } from '../../support/session/Registering'
import { codeOf } from '../../support/shares/sharing'

const BAD = '违禁'
const PER_DAY = 140
let at: Registering
const asked: { kind: string; text?: string; user_id: number }[] = []
const service = createServer((request, response) => {
  let body = ''
  request
    .on('data', (chunk: Buffer) => (body += String(chunk)))
    .on('end', () => {
      const question = JSON.parse(body) as (typeof asked)[number]
      asked.push(question)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ pass: !question.text?.includes(BAD) }))
    })
})

before(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/check`
  at = await Registering.open({
    phoneCountries: ['86'],
    phoneCodesPerDay: PER_DAY,
    mailCodesPerDay: PER_DAY,
    contentCheck: { url, token: null },
  })
})
after(async () => {
  service.close()
  await at.close()
})
beforeEach(async () => {
  await at.mailed()
  const { db } = at.server.deps
  await db.deleteFrom('login_attempts').execute()
  await db.deleteFrom('sent_codes').execute()
  at.office.posted.length = 0
  at.gateway.sent = []
  at.later()
})

let serial = 0
const mail = () => `m${(serial += 1)}@mail.example`
const phone = () => `1380013${1000 + (serial += 1)}`
const filled = (address: string, code: string, name = '何小北') => ({ address, code, name, new_password: PASSWORD })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const accounts = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from users`.execute(at.server.deps.db)).rows[0]!.n)

describe('whether an address has an account', () => {
  test('[DIR-05] the reply is the same for both, and only the mail tells', async () => {
    const known = mail()
    await at.registered(known)
    at.later()
    const fresh = mail()
    const they = await at.visitor()
    const replies = []
    for (const address of [known, fresh, known.toUpperCase().replace('M', 'X')]) {
      const { body, status } = await they.send(SEND, { address })
      replies.push(JSON.stringify({ body, status }))
    }
    assert.equal(new Set(replies).size, 1)
    const [, letter] = [await at.office.waitFor(fresh), await at.office.waitFor(known, 2)]
    assert.equal(codeIn(letter), '')
    assert.match(letter.mail.text ?? '', /http:\/\/drive\.example\/login/)
  })

  test('[DIR-05] the reply does not look at the accounts, so its time tells nothing', async () => {
    const [known, called] = [mail(), phone()]
    await at.registered(known)
    await at.registered(called)
    at.later()
    const they = await at.visitor()
    await inTransaction(at.server.deps.db, async (transaction) => {
      // A query that reads the accounts waits until the end of this transaction.
      await sql`lock table users in access exclusive mode`.execute(transaction)
      for (const address of [known, mail(), called, phone()]) {
        await they.call(SEND, { address })
        await they.refused(REGISTER, filled(address, '000000'), 'captcha_wrong')
      }
    })
    await at.mailed()
  })

  test('[DIR-05] a wrong code is refused alike for both; a right one shows its holder that the login is taken', async () => {
    const [known, called] = [mail(), phone()]
    await at.registered(known)
    await at.registered(called)
    at.later()
    const they = await at.visitor()
    const code = await at.codeFor(called, they)
    for (const address of [known, mail(), called, phone()])
      await they.refused(REGISTER, filled(address, address === called ? wrong(code) : code), 'captcha_wrong')
    const { entry } = await they.refused(REGISTER, filled(called, code), 'login_taken')
    assert.equal(entry.field, 'address')
  })

  test('[DIR-05] a code mailed before the account existed makes no second one', async () => {
    const address = mail()
    const code = await at.codeFor(address)
    const make = factories(at.server.deps)
    await make.user({ enterprise: await make.enterprise(), login: address.toUpperCase() })
    await (await at.visitor()).refused(REGISTER, filled(address, code), 'login_taken')
  })
})

describe('codes', () => {
  test('[DIR-05] a code is guessed five times, then worth nothing', async () => {
    const address = mail()
    const they = await at.visitor()
    const code = await at.codeFor(address, they)
    for (let n = 0; n < 5; n += 1) await they.refused(REGISTER, filled(address, wrong(code)), 'captcha_wrong')
    await they.refused(REGISTER, filled(address, code), 'captcha_wrong')
  })

  test('[DIR-05] concurrent guesses are counted, too', async () => {
    const address = mail()
    const code = await at.codeFor(address)
    const guess = async () => (await at.visitor()).send(REGISTER, filled(address, wrong(code)))
    await Promise.all(Array.from({ length: 5 }, guess))
    await (await at.visitor()).refused(REGISTER, filled(address, code), 'captcha_wrong')
  })

  const guessers: [string, (n: number) => string, number][] = [
    ['one IPv6 customer', (n) => `2001:db8:40:${n.toString(16)}::1`, 101],
    ['neighbouring IPv4 addresses', (n) => `203.0.113.${n % 250}`, 401],
  ]
  for (const [source, addressOf, most] of sample(guessers, 1))
    test(`[DIR-05] ${most} guesses from ${source} are possible at once, whatever the addresses; others go on`, async () => {
      const they = await at.visitor(addressOf(0))
      let waits = 0
      for (let n = 0; n <= most; n += 1) {
        they.headers['x-forwarded-for'] = addressOf(n)
        if (codeOf(await they.send(REGISTER, filled(`g${n}@mail.example`, '123456'))) === 'login_too_often') waits += 1
      }
      assert.equal(waits, 1)
      await at.registered(mail())
    })

  test('[DIR-05] a code is worth nothing for another address, for another purpose, a second time, later, and after a newer one', async () => {
    const [address, number] = [mail(), phone()]
    const they = await at.visitor()
    const code = await at.codeFor(address, they)
    const sms = await at.codeFor(number, they)
    for (const other of [mail(), address.replace('@', '+x@'), number, `x${address}`])
      await they.refused(REGISTER, filled(other, code), 'captcha_wrong')
    await they.refused(REGISTER, filled(address, sms), code === sms ? 'login_taken' : 'captcha_wrong')

    at.later()
    const fresh = mail()
    const first = await at.codeFor(fresh)
    at.later()
    const second = await at.codeFor(fresh)
    if (first !== second) await they.refused(REGISTER, filled(fresh, first), 'captcha_wrong')
    await they.call(REGISTER, filled(fresh, second))
    await (await at.visitor()).refused(REGISTER, filled(fresh, second), 'captcha_wrong')
    const late = mail()
    const old = await at.codeFor(late)
    at.later(601)
    await (await at.visitor()).refused(REGISTER, filled(late, old), 'captcha_wrong')
  })

  test('[DIR-05] [PROMO-03] a code for registering claims no coupon, and one for a coupon registers nobody', async () => {
    const { now } = at
    // The promotion lasts.
    at.now = Date.parse('2020-08-01T00:00:00Z')
    const make = factories(at.server.deps)
    const boss = await make.user({ enterprise: await make.enterprise(), isAdministrator: true })
    const admin = await (await at.visitor()).signIn(boss.login, 'correct horse', 'cookie')
    const number = phone()
    const registering = await at.codeFor(number)
    const claim = { country: '86', phone: number, group_id: 1 } as const
    await admin.refused('POST /coupon/create', { ...claim, code: registering }, 'captcha_wrong')
    at.later()
    const asked = { sms_captcha_type: 'coupon', message_type: 'sms', phone: `(86)${number}` } as const
    await admin.call('POST /captcha/captcha_send', asked)
    const { code } = at.gateway.sent.at(-1)!
    await (await at.visitor()).refused(REGISTER, filled(number, code), 'captcha_wrong')
    await admin.call('POST /coupon/create', { ...claim, code })
    at.now = now
  })

  test('[DIR-05] of concurrent registrations with one code, one succeeds', async () => {
    const address = mail()
    const code = await at.codeFor(address)
    const before = await accounts()
    const visitors = await Promise.all(Array.from({ length: 4 }, () => at.visitor()))
    const answers = await Promise.all(visitors.map((each) => each.send(REGISTER, filled(address, code))))
    assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
    assert.equal(await accounts(), before + 1)
  })

  test('[DIR-05] no code stands in the database, and neither a typed name nor a line end reaches a mail', async () => {
    const address = mail()
    await (await at.visitor()).call(SEND, { address })
    const posted = await at.office.waitFor(address)
    const code = codeIn(posted)
    await at.mailed()
    for (const table of ['sent_codes', 'jobs', 'login_attempts', 'audit_log'] as const) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(at.server.deps.db)
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(`"${code}"`), table)
    }
    const they = await at.visitor()
    for (const typed of [
      `${address}\r\nBcc: victim@mail.example`,
      `${address}\nSubject: x`,
      `x@mail.example, ${address}`,
      `${address}, victim@mail.example`,
      `<${address}>`,
      `"a b"@mail.example`,
      `x@mail.example\u2028Bcc: v@mail.example`,
      `a@b@mail.example`,
    ])
      assert.ok(['email_invalid', 'login_invalid'].includes(codeOf(await they.send(SEND, { address: typed }))), typed)
    await at.mailed()
    assert.equal(at.office.posted.length, 1)
  })
})

describe('floods', () => {
  const many: [string, (n: number) => string, number][] = [
    ['one IPv6 customer', (n) => `2001:db8:50:${n.toString(16)}::1`, 21],
    ['one IPv6 site', (n) => `2001:db8:51:${(n * 256).toString(16)}::1`, 101],
    ['neighbouring IPv4 addresses', (n) => `203.0.114.${n}`, 101],
    ['addresses everywhere', (n) => `198.61.${n}.1`, PER_DAY],
  ]
  /** The sources are counted alike for both kinds, and each kind by itself for all sources. */
  const some = isDeep ? many : many.filter(([source]) => /customer|everywhere/.test(source))
  for (const [kind, addressOf, sources] of [
    ['mails', () => mail(), some],
    ['messages to phones', () => phone(), some],
  ] as const)
    for (const [source, networkOf, most] of sources)
      test(`[DIR-05] ${source} can cause ${most} ${kind} at once, not more`, async () => {
        const they = await at.visitor()
        for (let n = 0; n < most + 5; n += 1) {
          they.headers['x-forwarded-for'] = networkOf(n)
          await they.send(SEND, { address: addressOf() })
        }
        await at.mailed()
        assert.equal(kind === 'mails' ? at.office.posted.length : at.gateway.sent.length, most)
      })

  test('[DIR-05] a mailbox gets eight mails a day, however its address is written and whoever asks', async () => {
    const forms = ['victim@mail.example', 'VICTIM@mail.example', 'v.ic.tim@mail.example', 'victim+7@mail.example']
    for (let n = 0; n < 16; n += 1) {
      await (await at.visitor()).send(SEND, { address: forms[n % 4]! })
      await at.mailed()
      at.later()
    }
    assert.equal(at.office.posted.length, 8)
  })

  test('[DIR-05] an address waits a minute for another code, and eight a day is all', async () => {
    for (const address of [mail(), phone()]) {
      const they = await at.visitor()
      await they.call(SEND, { address })
      await they.refused(SEND, { address }, 'captcha_too_often')
      // The minute begins when the mail is written.
      await at.mailed()
      for (let n = 1; n < 8; n += 1) {
        at.later()
        await (await at.visitor()).call(SEND, { address })
        await at.mailed()
      }
      at.later()
      await (await at.visitor()).refused(SEND, { address }, 'captcha_too_often')
    }
  })

  test('[DIR-05] codes to phones use up none of the codes by mail', async () => {
    await at.codeFor(phone())
    const counts = at.server.deps.db.updateTable('sent_codes').where('target_key', '=', 'all')
    await counts.set({ day_count: PER_DAY }).execute()
    await (await at.visitor()).refused(SEND, { address: phone() }, 'captcha_too_often')
    await at.codeFor(mail())
  })

  test('[DIR-05] phones of countries that are not configured get no code', async () => {
    const they = await at.visitor()
    for (const address of ['+8821612345678', '0053 5123 4567', '+1 202 555 0123', '＋88216 12345678'])
      await they.refused(SEND, { address }, 'phone_country_refused')
    assert.deepEqual(at.gateway.sent, [])
  })

  test('[DIR-05] one network registers twenty accounts and one more, then waits; others go on', async () => {
    const network = at.network()
    const they = await at.visitor(network)
    const codes: [string, string][] = []
    for (let n = 0; n < 22; n += 1) {
      const address = mail()
      codes.push([address, await at.codeFor(address)])
    }
    const answers = []
    for (const [address, code] of codes) answers.push(codeOf(await they.send(REGISTER, filled(address, code))))
    assert.deepEqual(
      answers.map((answer) => answer === 'success'),
      [...Array<boolean>(21).fill(true), false],
    )
    assert.equal(answers[21], 'login_too_often')
    // The refused one keeps its code.
    const [address, code] = codes[21]!
    await (await at.visitor()).call(REGISTER, filled(address, code))
  })

  test('[DIR-05] one site registers a hundred accounts and one more, then waits', async () => {
    const accountFrom = async (network: string) => {
      const address = mail()
      const code = await at.codeFor(address)
      return codeOf(await (await at.visitor(network)).send(REGISTER, filled(address, code)))
    }
    assert.equal(await accountFrom('203.0.116.1'), 'success')
    const counts = at.server.deps.db.updateTable('login_attempts').where('subject', '=', 'registered:203.0.116.0/24')
    await counts.set({ failures: 100 }).execute()
    assert.equal(await accountFrom('203.0.116.2'), 'success')
    assert.equal(await accountFrom('203.0.116.3'), 'login_too_often')
  })
})

describe('what a stranger sends', () => {
  test('[DIR-05] logins that look the same are one', async () => {
    await at.registered('same@mail.example')
    at.later()
    const before = await accounts()
    for (const spelling of ['SAME@MAIL.example', 'ｓａｍｅ＠mail.example', ' same@mail.example ']) {
      // A mail that the address has an account, without a code.
      assert.equal(await at.codeFor(spelling), '', spelling)
      at.later()
    }
    for (const [mixed, refusal] of [
      ['s\u0430me@mail.example', 'login_invalid'],
      ['same@m\u0430il.example', 'login_invalid'],
      ['sa\u200bme@mail.example', 'email_invalid'],
      ['sa\u202eme@mail.example', 'email_invalid'],
    ] as const)
      await (await at.visitor()).refused(SEND, { address: mixed }, refusal)
    const number = phone()
    await at.registered(number)
    at.later()
    const they = await at.visitor()
    for (const [n, spelling] of [`+86${number}`, `0086 ${number}`, `(138) ${number.slice(3)}`].entries()) {
      if (n > 0) at.later()
      await they.call(SEND, { address: spelling })
      await they.refused(REGISTER, filled(spelling, at.gateway.sent.at(-1)!.code), 'login_taken')
    }
    assert.equal(await accounts(), before + 1)
  })

  test('[DIR-05] [AH-33] the content check refuses a name before the account exists, and the code stays', async () => {
    const address = mail()
    const they = await at.visitor()
    const code = await at.codeFor(address, they)
    const before = await accounts()
    const { entry } = await they.refused(REGISTER, filled(address, code, `好人${BAD}`), 'content_refused')
    assert.equal(entry.field, 'name')
    assert.equal(await accounts(), before)
    assert.deepEqual(asked.at(-1), { kind: 'name', text: `好人${BAD}`, user_id: 0 })
    const count = asked.length
    await they.refused(REGISTER, filled(address, wrong(code), `好人${BAD}`), 'captcha_wrong')
    assert.equal(asked.length, count, 'strangers without a code use the content check')
    await they.call(REGISTER, filled(address, code))
  })

  test('[DIR-05] a page of another site and a page without our token can do neither', async () => {
    const address = mail()
    const code = await at.codeFor(address)
    const foreign = await at.visitor()
    foreign.headers = { ...foreign.headers, origin: 'https://evil.example' }
    const bare = new Client(at.server.url)
    for (const they of [foreign, bare]) {
      await they.refused(SEND, { address: mail() }, 'security_check_failed')
      await they.refused(REGISTER, filled(address, code), 'security_check_failed')
    }
    await at.mailed()
    assert.equal(at.office.posted.length, 1)
  })

  test('[DIR-05] a registered person is nobody’s administrator and sees no other personal account', async () => {
    const one = await at.registered(mail(), { name: '甲' })
    const other = await at.registered(mail(), { name: '乙' })
    await other.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '日记' })
    for (const name of ['GET /admin/people/list', 'GET /admin/overview', 'GET /admin/policies/get'] as const)
      await one.refused(name, {}, 'permission_denied')
    const { user_info } = await other.call('GET /apps/users/get_base_info', {})
    const answer = await one.send('GET /cards/user_info', { user_id: user_info!.id })
    assert.equal((answer.body as { success: boolean }).success, false)
  })
})
