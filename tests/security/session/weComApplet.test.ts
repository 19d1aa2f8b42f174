import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { client, Client, password } from '../../support/client'
import { WeComSchool } from '../../support/messengers/weComSchool'

/* The first tap in WeCom's mini-program: the directory has linked the person, so no password is needed. */

const LOGIN = 'POST /apps/users/applet_login'
let at: WeComSchool
let user: UserRow
let userid: string
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  at = await WeComSchool.open({ clock: () => new Date(now), hasApplet: true })
})
beforeEach(async () => {
  now += 61_000
  await at.configure()
  userid = `Member${randomBytes(3).toString('hex')}`
  user = await at.person(userid)
})
after(() => at.close())

/** A code of `wx.qy.login`. */
function codeOf(id: string, corpid?: string): string {
  const code = randomBytes(8).toString('hex')
  at.standIn.staffLogins.set(code, { userid: id, session_key: 'a2V5', ...(corpid && { corpid }) })
  return code
}

async function stranger(): Promise<Client> {
  const { csrf_token } = await client(at.server).visitor.call('GET /apps/users/get_base_info', {})
  const found = new Client(at.server.url)
  found.headers = { requesttoken: csrf_token }
  return found
}

async function enter(code: string): Promise<Client> {
  const { auth_token } = await (await stranger()).call(LOGIN, { kind: 'wecom', code })
  const found = new Client(at.server.url)
  found.headers = { 'auth-token': auth_token }
  return found
}
const refused = async (code: string, why: Parameters<Client['refused']>[2] = 'messenger_not_linked') =>
  (await stranger()).refused(LOGIN, { kind: 'wecom', code }, why)
const idOf = async (who: Client) => (await who.call('GET /apps/users/get_base_info', {})).user_info?.id

describe('the mini-program in WeCom', () => {
  test('[DIR-03] [CTX-14] the first tap of a person whom the directory links signs in without a password', async () => {
    assert.equal(await idOf(await enter(codeOf(userid))), user.id)
    assert.equal(await idOf(await enter(codeOf(userid.toUpperCase()))), user.id)
    const { entries } = await at.boss.call('GET /apps/audit/list', { user_id: user.id })
    assert.deepEqual(
      entries.map(({ deed }) => deed),
      ['signed_in_by_code', 'signed_in_by_code'],
    )
  })

  test('[DIR-03] members of another organisation in WeCom with the same userid are refused', async () => {
    await refused(codeOf(userid, 'wwother'), 'messenger_code_invalid')
  })

  test('[DIR-03] an organisation that is not that of the mini-program signs nobody in', async () => {
    const { weCom } = at.standIn
    await at.boss.call('POST /admin/wecom/remove', {})
    weCom.corpId = 'wwother'
    try {
      await at.configure()
      await at.link(user, userid)
    } finally {
      weCom.corpId = 'wwschool'
    }
    await refused(codeOf(userid))
    await at.boss.call('POST /admin/wecom/remove', {})
  })

  test('[DIR-03] members without a link, with a deactivated account, or after the directory was switched off are refused alike', async () => {
    await refused(codeOf('nobody'))
    await refused(codeOf(at.owner.login))
    await at.configure({ is_on: false })
    await refused(codeOf(userid))
    await at.configure()
    await at.boss.call('POST /admin/people/deactivate', { user_ids: [user.id] })
    await refused(codeOf(userid))
  })

  test('[DIR-03] the second step is asked for', async () => {
    const { db } = at.server.deps
    const set = (force_two_step: boolean) =>
      db.updateTable('enterprises').set({ force_two_step }).where('id', '=', at.school.id).execute()
    await set(true)
    const who = await enter(codeOf(userid))
    await who.refused('GET /apps/frequently_used_items/get_space_info', {}, 'force_two_step')
    await set(false)
  })

  test('[DIR-03] [CTX-14] a link that a person made with their password goes before that of the directory', async () => {
    const other = await at.make.user({ enterprise: at.school })
    const phone = await client(at.server).asApplet(other.login)
    const code = codeOf(userid)
    await phone.call('POST /apps/users/messenger_links/create', { kind: 'wecom', code, password })
    assert.equal(await idOf(await enter(codeOf(userid))), other.id)
  })
})
