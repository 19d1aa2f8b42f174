import { randomBytes } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import type { MessengerKind } from '@/contract/messengers/messengers'
import { readConfiguration } from '../../../server/config/configuration'
import type { UserRow } from '../../../server/database/tables'
import { client, Client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { startTestServer, type TestServer } from '../../support/testServer'

export const LOGIN = 'POST /apps/users/applet_login'
export const LINK = 'POST /apps/users/messenger_links/create'
export const LINKS = 'GET /apps/users/messenger_links'
export const END = 'POST /apps/users/messenger_links/end'
export const WECHAT = '/sns/jscode2session'
export let standIn: MessengerStandIn
export let server: TestServer
export let make: ReturnType<typeof factories>
export let user: UserRow
/** The client of the user, signed in by password in the mini-program. */
export let phone: Client
export let openid: string

/** Starts a server with the stand-in of the messengers for the tests of a file. Each test has a user of its own. */
export function startAppletServer(clock: () => Date): void {
  before(async () => {
    standIn = await MessengerStandIn.start()
    const messengers = {
      ...readConfiguration({}, '/').messengers,
      wechatUrl: standIn.url,
      wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
      wecomUrl: standIn.url,
      wecom: { id: 'wwcorp', secret: 'corpsecret' },
    }
    server = await startTestServer({ clock, config: { trustedProxies: 1, messengers } })
    make = factories(server.deps)
  })
  beforeEach(async () => {
    standIn.faults.clear()
    standIn.asked.length = 0
    user = await make.user()
    phone = await client(server).asApplet(user.login)
    openid = `openid-${randomBytes(4).toString('hex')}`
  })
  after(async () => {
    await server.close()
    await standIn.close()
  })
}

export const db = () => server.deps.db
/** Creates a code of `wx.login` on a user's phone. */
export const codeOf = (openid: string, ofApp?: string) => {
  const code = randomBytes(8).toString('hex')
  standIn.logins.set(code, { openid, session_key: 'a2V5', ...(ofApp && { ofApp }) })
  return code
}
export const link = (who = phone, by = openid) => who.call(LINK, { kind: 'wechat', code: codeOf(by), password })
/** The mini-program before sign-in. */
export async function stranger(address = '203.0.113.9'): Promise<Client> {
  const visitor = client(server).visitor
  visitor.headers = { 'x-forwarded-for': address }
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  const found = new Client(server.url)
  found.headers = { ...visitor.headers, requesttoken: csrf_token }
  return found
}
/** Signs in by a code; returns the new session. */
export async function enter(code = codeOf(openid), kind: MessengerKind = 'wechat', rest: object = {}): Promise<Client> {
  const { auth_token } = await (await stranger()).call(LOGIN, { kind, code, ...rest })
  const found = new Client(server.url)
  found.headers = { 'auth-token': auth_token }
  return found
}
export const refusedBy = async (code: string, why: Parameters<Client['refused']>[2], kind: unknown = 'wechat') =>
  (await stranger()).refused(LOGIN, { kind, code }, why)
export const notLinked = (code = codeOf(openid)) => refusedBy(code, 'messenger_not_linked')
export const auditEventsOf = async ({ id }: { id: number }) =>
  (await db().selectFrom('audit_log').select(['deed', 'detail']).where('user_id', '=', id).orderBy('id').execute()).map(
    ({ deed, detail }) => [deed, detail],
  )
