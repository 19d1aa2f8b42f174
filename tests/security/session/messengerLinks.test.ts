import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { client, password } from '../../support/client'
import {
  LINK,
  LINKS,
  END,
  WECHAT,
  standIn,
  server,
  make,
  user,
  phone,
  openid,
  db,
  codeOf,
  link,
  enter,
  notLinked,
  auditEventsOf,
  startAppletServer,
} from './appletServer'

let now = Date.UTC(2026, 8, 1)

beforeEach(() => {
  now += 3_600_000
})
startAppletServer(() => new Date(now))

describe('[CTX-14] linking', () => {
  test('needs the password: a stolen session cannot link by guessing, and its attempts use up no code', async () => {
    const codes = []
    for (let n = 0; n < 8; n += 1) {
      const { body } = await phone.send(LINK, { kind: 'wechat', code: codeOf(openid), password: `guess ${n}` })
      codes.push(/"error_code":"(\w+)"/.exec(JSON.stringify(body))?.[1])
      now += 60_000
    }
    assert.deepEqual([...new Set(codes)], ['wrong_password'])
    for (let n = 0; n < 20; n += 1) await phone.send(LINK, { kind: 'wechat', code: 'x', password: 'wrong' })
    const { body } = await phone.send('POST /apps/users/two_step/begin', { password })
    assert.match(JSON.stringify(body), /login_too_often/)
    assert.equal(standIn.count(WECHAT), 0)
    assert.deepEqual(await phone.call(LINKS, {}).then(({ links }) => links), [])
    await notLinked()
    assert.ok((await auditEventsOf(user)).some(([deed]) => deed === 'password_refused'))
  })

  test('needs the second step, and so do listing and deleting links', async () => {
    const { link: made } = await link()
    await db().updateTable('enterprises').set({ force_two_step: true }).where('id', '=', user.enterprise_id).execute()
    const half = await client(server).asApplet(user.login)
    await half.refused(LINK, { kind: 'wechat', code: codeOf('other'), password }, 'force_two_step')
    await half.refused(LINKS, {}, 'force_two_step')
    await half.refused(END, { link_id: made.id }, 'force_two_step')
  })

  test('is refused if the identity belongs to another user, who keeps the identity and is not named', async () => {
    await link()
    const other = await make.user({ name: '李蔚' })
    const theirs = await client(server).asApplet(other.login)
    const { entry } = await theirs.refused(
      LINK,
      { kind: 'wechat', code: codeOf(openid), password },
      'messenger_link_taken',
    )
    assert.ok(!JSON.stringify(entry).includes(user.name) && !JSON.stringify(entry).includes(user.login))
    const me = await enter()
    assert.equal((await me.call('GET /apps/users/get_base_info', {})).user_info?.id, user.id)
    assert.deepEqual(await theirs.call(LINKS, {}).then(({ links }) => links), [])
  })

  test('succeeds for one of two concurrent users', async () => {
    const other = await make.user()
    const theirs = await client(server).asApplet(other.login)
    const linkInput = () => ({ kind: 'wechat', code: codeOf(openid), password })
    const answers = await Promise.all([phone.send(LINK, linkInput()), theirs.send(LINK, linkInput())])
    const texts = answers.map(({ body }) => JSON.stringify(body)).sort()
    assert.match(texts.join(), /messenger_link_taken/)
    assert.match(texts.join(), /"success":true/)
  })

  test('stores neither code nor openid, nor a hash that a list of openids would reveal', async () => {
    await link()
    const { rows } = await sql<{ text: string }>`select messenger_links::text as text from messenger_links`.execute(
      db(),
    )
    const { rows: log } = await sql<{ text: string }>`select audit_log::text as text from audit_log`.execute(db())
    const text = JSON.stringify([rows, log])
    assert.ok(rows.length > 0 && !text.includes(openid))
    const key = await db().selectFrom('settings').select('value').where('name', '=', 'signing_key').executeTakeFirst()
    const { createHash, createHmac } = await import('node:crypto')
    const signing = Buffer.from(String(key?.value), 'base64')
    for (const asked of [openid, JSON.stringify(['wechat', 'wxapplet', openid])])
      for (const encoding of ['hex', 'base64url'] as const) {
        assert.ok(!text.includes(createHash('sha256').update(asked).digest(encoding)))
        assert.ok(!text.includes(createHmac('sha256', signing).update(asked).digest(encoding)))
      }
  })

  test('replaces the least recently used of twenty-one links', async () => {
    for (let n = 0; n < 21; n += 1) {
      now += 60_000
      await link(phone, `${openid}-${n}`)
    }
    assert.equal((await phone.call(LINKS, {})).links.length, 20)
    await notLinked(codeOf(`${openid}-0`))
    await enter(codeOf(`${openid}-20`))
  })
})
