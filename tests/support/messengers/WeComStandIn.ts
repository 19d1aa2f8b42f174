import { randomBytes } from 'node:crypto'

export interface StandInMember {
  userid: string
  name: string
  department: number[]
  status?: number
}

export interface StandInDepartment {
  id: number
  name: string
  parentid: number
  order?: number
}

interface Asked {
  query: Record<string, string>
  body: Record<string, unknown>
}
type Answer = Record<string, unknown>

const wrong = (errcode: number): Answer => ({ errcode, errmsg: 'stand-in' })
const right = (more: Answer): Answer => ({ errcode: 0, errmsg: 'ok', ...more })

/** An organisation in WeCom, with the answers that WeCom documents. */
export class WeComStandIn {
  corpId = 'wwschool'
  /** of the app */
  secret = 'app-secret-of-the-school'
  contactsSecret = 'contacts-secret-of-the-school'
  agentId = 1_000_002
  departments: StandInDepartment[] = []
  members: StandInMember[] = []
  /** Members and departments that the app may not see. */
  hiddenMembers = new Set<string>()
  hiddenDepartments = new Set<number>()
  /** members per page of all ids */
  page = 2
  /** The member who scans the QR code or sits at the phone; null: somebody outside. */
  who: string | null = null
  /** The members of codes; each code works once. */
  readonly codes = new Map<string, string | null>()

  /** An organisation with two departments, one in the other, and members in both. */
  fill(): void {
    this.departments = [
      { id: 1, name: '明德中学', parentid: 0, order: 1 },
      { id: 2, name: '教务处', parentid: 1, order: 10 },
      { id: 3, name: '考务组', parentid: 2, order: 5 },
    ]
    this.members = [
      { userid: 'LinXiaoman', name: '林小满', department: [2], status: 1 },
      { userid: 'zhao.lei', name: '赵磊', department: [2, 3], status: 1 },
      { userid: 'sunmin', name: '孙敏', department: [1], status: 4 },
    ]
    this.hiddenMembers.clear()
    this.hiddenDepartments.clear()
    this.who = null
  }

  /** A code of a sign-in page. */
  codeOf(userid: string | null): string {
    const code = randomBytes(12).toString('hex')
    this.codes.set(code, userid)
    return code
  }

  /** The kind of a secret; null: not of this organisation. */
  kindOf(corpId: unknown, secret: unknown): 'app' | 'contacts' | null {
    if (corpId !== this.corpId) return null
    return secret === this.secret ? 'app' : secret === this.contactsSecret ? 'contacts' : null
  }

  /** Where a sign-in page sends the browser; null for a page that WeCom would refuse. */
  pageTarget(path: string, query: Record<string, string>): string | null {
    const isQr = path === '/wwlogin/sso/login' && query.login_type === 'CorpApp'
    const isBrowser =
      path === '/connect/oauth2/authorize' && query.scope === 'snsapi_base' && query.response_type === 'code'
    if (!isQr && !isBrowser) return null
    const isOurs = query.appid === this.corpId && query.agentid === String(this.agentId)
    if (!isOurs || !/^[a-zA-Z0-9]{1,128}$/.test(query.state ?? '')) return null
    const back = new URL(query.redirect_uri!)
    back.searchParams.set('code', this.codeOf(this.who))
    back.searchParams.set('state', query.state!)
    return back.href
  }

  answer(path: string, { query, body }: Asked, kind: 'app' | 'contacts'): Answer {
    if (kind === 'contacts') return path === '/cgi-bin/user/list_id' ? this.allIds(body) : wrong(48002)
    switch (path) {
      case '/cgi-bin/agent/get':
        return query.agentid === String(this.agentId) ? right({ agentid: this.agentId, name: '书包' }) : wrong(301_002)
      case '/cgi-bin/auth/getuserinfo':
        return this.userOfCode(query.code!)
      case '/cgi-bin/department/list':
        return right({ department: this.departments.filter(({ id }) => !this.hiddenDepartments.has(id)) })
      case '/cgi-bin/user/list':
        return this.list(Number(query.department_id))
      case '/cgi-bin/user/get':
        return this.get(query.userid!)
      default:
        return wrong(-1)
    }
  }

  private userOfCode(code: string): Answer {
    const userid = this.codes.get(code)
    if (userid === undefined) return wrong(40029)
    this.codes.delete(code)
    return right(userid === null ? { openid: 'o-stranger' } : { userid, user_ticket: 'ticket' })
  }

  private list(departmentId: number): Answer {
    if (!this.departments.some(({ id }) => id === departmentId)) return wrong(60003)
    const seen = this.members.filter(
      ({ userid, department }) => department.includes(departmentId) && !this.hiddenMembers.has(userid),
    )
    return right({ userlist: seen })
  }

  private get(userid: string): Answer {
    const found = this.members.find((each) => each.userid.toLowerCase() === userid.toLowerCase())
    if (!found) return wrong(60111)
    return this.hiddenMembers.has(found.userid) ? wrong(60011) : right({ ...found })
  }

  private allIds({ cursor }: Record<string, unknown>): Answer {
    const all = this.members.flatMap(({ userid, department }) => department.map((id) => ({ userid, department: id })))
    const start = Number(cursor || 0)
    const end = start + this.page
    return right({ dept_user: all.slice(start, end), next_cursor: end < all.length ? String(end) : '' })
  }
}
