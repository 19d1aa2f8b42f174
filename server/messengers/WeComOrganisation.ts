import { hashOf } from '../crypto/secretHash'
import { requireDone, tokenOf } from './answers'
import { MessengerFailure } from './MessengerFailure'
import type { MessengerAnswer, MessengerHost } from './MessengerHost'
import type { SharedTokens } from './SharedTokens'
import { departmentOf, listOf, memberOf, userIdOf, type WeComDepartment, type WeComMember } from './weComMembers'
import { withToken, type TokenSource } from './withToken'

/** The access of an organisation's administrators in WeCom. */
export interface WeComAccess {
  corpId: string
  /** The secret of the app. */
  secret: string
  /** The secret of 通讯录同步, which lists all members whatever the app may see; null: none */
  contactsSecret: string | null
}

/** bytes of a list of people or departments */
const MOST = 16 * 1024 * 1024
/** ms to wait for such a list */
const PATIENCE = 20_000
/** ids per page of all members, the most that WeCom allows */
const PAGE = 10_000
/** pages of all members; WeCom has no larger organisations */
const MOST_PAGES = 100
/** `errcode` of a member or department that does not exist */
const UNKNOWN = 60111

/** An organisation in WeCom (developer.work.weixin.qq.com): its departments and members. */
export class WeComOrganisation {
  private readonly app: TokenSource
  private readonly contacts: TokenSource | null

  constructor(
    private readonly host: MessengerHost,
    private readonly tokens: SharedTokens,
    private readonly access: WeComAccess,
  ) {
    this.app = this.tokensOf(access.secret)
    this.contacts = access.contactsSecret === null ? null : this.tokensOf(access.contactsSecret)
  }

  /** Proves the secrets and the number of the app, without stored tokens. @throws MessengerFailure */
  async check(agentId: number): Promise<void> {
    const { value } = await this.app.fetch()
    await this.contacts?.fetch()
    await this.host.ask('/cgi-bin/agent/get', { query: { access_token: value, agentid: String(agentId) } })
  }

  /** The member of a code of WeCom's sign-in pages; null for somebody outside of the organisation. @throws MessengerFailure */
  async memberOfCode(code: string): Promise<string | null> {
    const path = '/cgi-bin/auth/getuserinfo'
    const answer = await withToken(this.app, (access_token) => this.host.ask(path, { query: { access_token, code } }))
    // Documentation and older answers spell the field differently.
    const userId = answer.userid ?? answer.UserId
    return userId === undefined || userId === '' ? null : userIdOf(path, userId)
  }

  /** @throws MessengerFailure */
  async departments(): Promise<WeComDepartment[]> {
    const path = '/cgi-bin/department/list'
    return listOf(path, await this.list(path, {}), 'department').map((each) => departmentOf(path, each))
  }

  /** The members directly in a department. @throws MessengerFailure */
  async membersOf(departmentId: number): Promise<WeComMember[]> {
    const path = '/cgi-bin/user/list'
    const answer = await this.list(path, { department_id: String(departmentId), fetch_child: '0' })
    return listOf(path, answer, 'userlist').map((each) => memberOf(path, each))
  }

  /** A member; null if there is none. @throws MessengerFailure */
  async member(userId: string): Promise<WeComMember | null> {
    const path = '/cgi-bin/user/get'
    try {
      return memberOf(path, await this.list(path, { userid: userId }))
    } catch (error) {
      if (error instanceof MessengerFailure && error.code === UNKNOWN) return null
      throw error
    }
  }

  /** The ids of all members, also of those whom the app may not see; null without the secret for that. @throws MessengerFailure */
  async allMemberIds(): Promise<Set<string> | null> {
    const { contacts } = this
    if (contacts === null) return null
    const path = '/cgi-bin/user/list_id'
    const found = new Set<string>()
    const cursors = new Set<string>()
    for (let cursor = ''; cursors.size < MOST_PAGES;) {
      const answer = await withToken(contacts, (access_token) =>
        this.host.ask(path, { query: { access_token }, body: { cursor, limit: PAGE }, most: MOST, patience: PATIENCE }),
      )
      for (const { userid } of listOf(path, answer, 'dept_user')) found.add(userIdOf(path, userid))
      const { next_cursor: next = '' } = answer
      if (next === '') return found
      if (typeof next !== 'string' || cursors.has(next)) break
      cursors.add(next)
      cursor = next
    }
    throw new MessengerFailure(path, null, 'pages without an end')
  }

  /** Sends a text of the app to a member. @throws MessengerFailure, also if WeCom does not show it to this member */
  async send({ to, agentId, text }: { to: string; agentId: number; text: string }): Promise<void> {
    const path = '/cgi-bin/message/send'
    const body = { touser: to, msgtype: 'text', agentid: agentId, text: { content: text } }
    const answer = await withToken(this.app, (access_token) => this.host.ask(path, { query: { access_token }, body }))
    requireDone(path, answer)
    // WeCom also confirms messages that reach nobody.
    for (const name of ['invaliduser', 'unlicenseduser'])
      if ((answer[name] ?? '') !== '') throw new MessengerFailure(path, null, name)
  }

  private list(path: string, query: Record<string, string>): Promise<MessengerAnswer> {
    return withToken(this.app, (access_token) =>
      this.host.ask(path, { query: { access_token, ...query }, most: MOST, patience: PATIENCE }),
    )
  }

  /** The name of the tokens proves the secret: another organisation that only knows the id gets none of them. */
  private tokensOf(secret: string): TokenSource {
    const { corpId } = this.access
    const name = `${this.host.url} ${corpId} ${hashOf(secret).toString('base64url')}`
    return { tokens: this.tokens, name, fetch: () => this.fetchToken(secret) }
  }

  private async fetchToken(secret: string) {
    const path = '/cgi-bin/gettoken'
    const query = { corpid: this.access.corpId, corpsecret: secret }
    return tokenOf(path, await this.host.ask(path, { query }), 'access_token')
  }
}
