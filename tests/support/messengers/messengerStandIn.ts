import { createCipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { WeComStandIn } from './WeComStandIn'

/**
 * The fault of a call: an errcode; no answer; an answer that never arrives, arrives at one byte per second, or never ends; a foreign answer;
 * this text; or the right answer, late.
 */
export type Fault =
  number | 'cut' | 'html' | 'silent' | 'slow' | 'endless' | 'redirect' | { text: string } | { until: Promise<unknown> }

export interface AskedOfMessenger {
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
}

/** An accepted message. */
export interface SentMessage {
  to: string
  body: Record<string, unknown>
}

interface Answering {
  query: Record<string, string>
  body: Record<string, unknown>
}
type Answer = Record<string, unknown>

/** Data that WeChat on a phone encrypts for the server, as its documentation describes it. @param at seconds since 1970 */
export function encryptedForApp(
  sessionKey: string,
  data: object,
  { appid = 'wxapplet', at }: { appid?: string; at: number },
): { encrypted_data: string; iv: string } {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(sessionKey, 'base64'), iv)
  const text = JSON.stringify({ ...data, watermark: { timestamp: at, appid } })
  return { encrypted_data: cipher.update(text, 'utf8', 'base64') + cipher.final('base64'), iv: iv.toString('base64') }
}

const wrong = (errcode: number): Answer => ({ errcode, errmsg: 'stand-in' })

/**
 * Stands in for the server interfaces of WeChat and WeCom: tokens, tickets, mini-program sessions and messages, as documented.
 * One address serves both, because their paths differ.
 */
export class MessengerStandIn {
  url = ''
  /** Secrets of apps by id. */
  readonly apps = new Map([
    ['wxaccount', 'accountsecret'],
    ['wxapplet', 'appletsecret'],
    ['wwcorp', 'corpsecret'],
  ])
  /** A further organisation in WeCom, with members and departments. */
  readonly weCom = new WeComStandIn()
  /** lifetime of tokens and tickets, as answered, in seconds */
  expiresIn = 7200
  readonly asked: AskedOfMessenger[] = []
  readonly sent: SentMessage[] = []
  /** The identities of `wx.login` codes; each code works once. `ofApp`: only for the app with this id. */
  readonly logins = new Map<string, { openid: string; session_key: string; ofApp?: string }>()
  /** The identities of `wx.qy.login` codes. */
  readonly staffLogins = new Map<string, { userid: string; session_key: string; corpid?: string }>()
  /** Number of messages that a user still accepts, by openid and template. */
  readonly accepted = new Map<string, number>()
  /** Users in the visible range of the app. */
  readonly staff = new Set<string>()
  /** Faults of the next calls per path, in order. */
  readonly faults = new Map<string, Fault[]>()
  /** bytes of endless answers that were read */
  endlessBytes = 0
  private readonly tokens = new Map<string, { app: string; isOver: boolean }>()
  private readonly server = http.createServer((request, response) => void this.serve(request, response))

  static async start(): Promise<MessengerStandIn> {
    const standIn = new MessengerStandIn()
    standIn.server.listen(0, '127.0.0.1')
    await once(standIn.server, 'listening')
    standIn.url = `http://127.0.0.1:${(standIn.server.address() as AddressInfo).port}`
    return standIn
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  count(path: string): number {
    return this.asked.filter((each) => each.path === path).length
  }

  fail(path: string, ...faults: Fault[]): void {
    this.faults.set(path, [...(this.faults.get(path) ?? []), ...faults])
  }

  /** Ends all connections without answers. */
  hangUp(): void {
    this.server.closeAllConnections()
  }

  /** Expires all access tokens: 42001 from now on. */
  expireTokens(): void {
    for (const token of this.tokens.values()) token.isOver = true
  }

  /** Forgets all access tokens: 40001 from now on. */
  forgetTokens(): void {
    this.tokens.clear()
  }

  /** Lets a user accept one more message. */
  accept(openid: string, template: string): void {
    const key = `${openid} ${template}`
    this.accepted.set(key, (this.accepted.get(key) ?? 0) + 1)
  }

  private async serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const query = Object.fromEntries(searchParams)
    const target = this.weCom.pageTarget(path, query)
    if (target !== null) return void response.writeHead(302, { location: target }).end()
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {}
    this.asked.push({ path, query, body })
    const fault = this.faults.get(path)?.shift()
    const isLate = typeof fault === 'object' && 'until' in fault
    if (isLate) await fault.until
    else if (fault !== undefined && typeof fault !== 'number') return void this.misbehave(fault, response)
    const answer = typeof fault !== 'number' ? this.answer(path, { query, body }) : wrong(fault)
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(answer))
  }

  private misbehave(fault: Exclude<Fault, number | { until: unknown }>, response: http.ServerResponse): void {
    if (fault === 'silent') return
    if (fault === 'cut') return void response.socket?.destroy()
    if (fault === 'html') return void response.end('<html>busy</html>')
    if (fault === 'redirect') return void response.writeHead(302, { location: `${this.url}/elsewhere` }).end()
    if (typeof fault === 'object') return void response.end(fault.text)
    const bytes = fault === 'slow' ? [Buffer.from(' '), 1000] : [Buffer.alloc(65_536, ' '), 0]
    void this.pour(response, ...(bytes as [Buffer, number]))
  }

  /** Sends blanks, which JSON may start with, as long as the client reads. */
  private async pour(response: http.ServerResponse, blanks: Buffer, pause: number): Promise<void> {
    while (!response.destroyed) {
      await new Promise<void>((written) => response.write(blanks, () => written()))
      this.endlessBytes += blanks.length
      await delay(pause, null, { ref: false })
    }
  }

  private answer(path: string, input: Answering): Answer {
    const { query, body } = input
    switch (path) {
      case '/cgi-bin/stable_token':
        return this.access(String(body.appid), body.secret)
      case '/cgi-bin/gettoken':
        return this.access(query.corpid!, query.corpsecret)
      case '/sns/jscode2session':
        return this.session(query)
      default:
        return this.withToken(input, (app) => this.answerTo(path, input, app))
    }
  }

  private answerTo(path: string, { query, body }: Answering, app: string): Answer {
    if (path !== '/cgi-bin/message/send' && path !== '/cgi-bin/miniprogram/jscode2session')
      if (app === 'wecom app' || app === 'wecom contacts')
        return this.weCom.answer(path, { query, body }, app === 'wecom app' ? 'app' : 'contacts')
    switch (path) {
      case '/cgi-bin/ticket/getticket':
        if (query.type !== 'jsapi') return wrong(40097)
        return { errcode: 0, errmsg: 'ok', ticket: `ticket-of-${app}`, expires_in: this.expiresIn }
      case '/cgi-bin/get_jsapi_ticket':
        return { errcode: 0, errmsg: 'ok', ticket: `ticket-of-${app}`, expires_in: this.expiresIn }
      case '/cgi-bin/miniprogram/jscode2session':
        return this.staffSession(query.js_code!, app)
      case '/cgi-bin/message/subscribe/send':
        return this.subscribed(body)
      case '/cgi-bin/message/send':
        return this.toStaff(body)
      case '/cgi-bin/message/wxopen/activityid/create':
        return { errcode: 0, activity_id: randomBytes(8).toString('hex'), expiration_time: 4_102_444_800 }
      default:
        return wrong(-1)
    }
  }

  /** The same token during its lifetime, as for stable tokens and WeCom's. */
  private access(id: string, secret: unknown): Answer {
    const kind = this.weCom.kindOf(id, secret)
    if (kind !== null) return this.tokenOf(`wecom ${kind}`)
    if (id === this.weCom.corpId && !this.apps.has(id)) return wrong(40001)
    if (!this.apps.has(id)) return wrong(40013)
    return this.apps.get(id) === secret ? this.tokenOf(id) : wrong(40001)
  }

  private tokenOf(app: string): Answer {
    const known = [...this.tokens].find(([, token]) => token.app === app && !token.isOver)
    const access_token = known?.[0] ?? randomBytes(16).toString('hex')
    this.tokens.set(access_token, { app, isOver: false })
    return { errcode: 0, errmsg: 'ok', access_token, expires_in: this.expiresIn }
  }

  private withToken({ query }: Answering, run: (app: string) => Answer): Answer {
    const token = this.tokens.get(query.access_token ?? '')
    if (!token) return wrong(40001)
    return token.isOver ? wrong(42001) : run(token.app)
  }

  private session({ appid = '', secret, js_code: code = '', grant_type: grant }: Record<string, string>): Answer {
    if (this.apps.get(appid) !== secret) return wrong(40125)
    const login = this.logins.get(code)
    const { ofApp = appid, ...session } = login ?? {}
    if (grant !== 'authorization_code' || !login || ofApp !== appid) return wrong(40029)
    this.logins.delete(code)
    return session
  }

  private staffSession(code: string, app: string): Answer {
    const login = this.staffLogins.get(code)
    if (!login) return wrong(40029)
    this.staffLogins.delete(code)
    return { errcode: 0, errmsg: 'ok', corpid: app === 'wecom app' ? this.weCom.corpId : app, ...login }
  }

  private subscribed(body: Record<string, unknown>): Answer {
    const to = String(body.touser)
    const key = `${to} ${String(body.template_id)}`
    const left = this.accepted.get(key) ?? 0
    if (left === 0) return wrong(43101)
    this.accepted.set(key, left - 1)
    this.sent.push({ to, body })
    return { errcode: 0, errmsg: 'ok' }
  }

  /** On request the same text to the same person is dropped when sent again. */
  private toStaff(body: Record<string, unknown>): Answer {
    const to = String(body.touser)
    if (!this.staff.has(to)) return wrong(81013)
    const isAgain = this.sent.some((each) => each.to === to && JSON.stringify(each.body) === JSON.stringify(body))
    if (!(isAgain && body.enable_duplicate_check === 1)) this.sent.push({ to, body })
    return { errcode: 0, errmsg: 'ok', invaliduser: '' }
  }
}
