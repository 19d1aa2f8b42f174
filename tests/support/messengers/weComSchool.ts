import type { Request } from '@/contract/api'
import { readConfiguration } from '../../../server/config/configuration'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../client'
import { factories } from '../factories'
import { startTestServer, type TestServer } from '../testServer'
import { MessengerStandIn } from './messengerStandIn'
import { CALLBACK } from './weComCallback'
import type { WeComStandIn } from './WeComStandIn'

type Settings = Request<'POST /admin/wecom/set'>['directory']

/** Settings of an organisation in WeCom, as an owner enters them. */
export function weComSettings(
  { corpId, agentId }: Pick<WeComStandIn, 'corpId' | 'agentId'>,
  changes: Partial<Settings> = {},
): Settings {
  return {
    is_on: true,
    label: '企业微信',
    corp_id: corpId,
    agent_id: agentId,
    offers_sign_in: true,
    links_existing: false,
    sync_hours: null,
    ...changes,
  }
}

/** A server with a school that WeCom's stand-in knows. */
export class WeComSchool {
  private constructor(
    readonly server: TestServer,
    readonly standIn: MessengerStandIn,
    readonly make: ReturnType<typeof factories>,
    readonly school: EnterpriseRow,
    readonly owner: UserRow,
    readonly boss: Client,
  ) {}

  /** @param hasApplet the mini-program in WeCom belongs to the same organisation */
  static async open({
    clock,
    hasApplet = false,
  }: { clock?: () => Date; hasApplet?: boolean } = {}): Promise<WeComSchool> {
    const standIn = await MessengerStandIn.start()
    const messengers = {
      ...readConfiguration({}, '/').messengers,
      wecomUrl: standIn.url,
      wecomAuthorizeUrl: `${standIn.url}/connect/oauth2/authorize`,
      wecomQrUrl: `${standIn.url}/wwlogin/sso/login`,
      ...(hasApplet && { wecom: { id: standIn.weCom.corpId, secret: standIn.weCom.secret } }),
    }
    const server = await startTestServer({ ...(clock && { clock }), config: { messengers } })
    const make = factories(server.deps)
    const school = await make.enterprise()
    const owner = await make.user({ enterprise: school, role: 'owner' })
    const boss = await client(server).as(owner.login)
    standIn.weCom.fill()
    return new WeComSchool(server, standIn, make, school, owner, boss)
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.standIn.close()
  }

  settings(changes: Partial<Settings> = {}): Settings {
    return weComSettings(this.standIn.weCom, changes)
  }

  /** All secrets, as an owner enters them. */
  get secrets() {
    const { secret, contactsSecret } = this.standIn.weCom
    return {
      secret,
      contacts_secret: contactsSecret,
      callback_token: CALLBACK.token,
      callback_key: CALLBACK.key,
    }
  }

  /** Stores the settings with all secrets. */
  async configure(changes: Partial<Settings> = {}): Promise<void> {
    await this.boss.call('POST /admin/wecom/set', { directory: this.settings(changes), ...this.secrets })
  }

  /** Links a person with a userid, as a sync does. */
  async link(user: { id: number }, userid: string): Promise<void> {
    const { directory } = await this.boss.call('GET /admin/wecom/get', {})
    await this.server.deps.db
      .insertInto('directory_people')
      .values({ user_id: user.id, directory_id: directory!.id, external_id: userid.toLowerCase() })
      .execute()
  }

  async person(userid: string): Promise<UserRow> {
    const user = await this.make.user({ enterprise: this.school })
    await this.link(user, userid)
    return user
  }
}
