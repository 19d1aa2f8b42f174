import { calls, type CallName } from '@/contract/api'
import { contactCalls } from '@/contract/contacts'
import { exchange } from '../../support/exchange'
import { addresses } from './addresses'
import { demands, type Demand } from './demands'
import {
  auditMarksOf,
  directoryMarksOf,
  invitationMarksOf,
  marksOf,
  passes,
  verdictOf,
  type Need,
  type Verdict,
  type Why,
} from './oracle'
import { roleIn, type Person } from './people'
import { slot, slotsOf, valuesOf } from './slots'
import { MARK, type Thing } from './things'
import type { World } from './World'

/** One cell of the matrix. */
export interface Cell {
  /** `GET /apps/files/get_info`, `HEAD /api/events` */
  what: string
  person: Person
  /** The parameter that names the thing; null without one. */
  slot: string | null
  thing: Thing | null
}

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** A call without a row is tested as if it needed no right. The test still finds leaks and failures. */
const unknown: Demand = { door: 'usable', needs: {} }
export const demandOf = (name: CallName): Demand => (demands as Partial<Record<CallName, Demand>>)[name] ?? unknown

/** Calls that show administrators the names of all items of their organisation. */
const administratorsCalls = new Set([
  'GET /apps/audit/list',
  'GET /apps/audit/export',
  'GET /apps/collects/enterprise_list',
  'POST /apps/collects/enterprise_close',
  'POST /apps/collects/enterprise_reopen',
])

export class Matrix {
  private readonly missing = new Map<string, string>()
  private readonly marks = new Map<string, ReadonlySet<string>>()

  constructor(private readonly world: World) {}

  /** All cells of one call or address for the given people. */
  cellsOf(what: string, people: readonly Person[]): Cell[] {
    return people.flatMap((person) =>
      isCall(what) ? this.cellsOfCall(what, person) : this.cellsOfAddress(what, person),
    )
  }

  private cellsOfCall(what: CallName, person: Person): Cell[] {
    const slots = slotsOf(what, calls[what].request)
    const { required = [] } = calls[what].request as { required?: string[] }
    const bare = slots.some((name) => required.includes(name)) ? [] : [{ what, person, slot: null, thing: null }]
    return [
      ...bare,
      ...slots.flatMap((name) =>
        this.thingsFor(slot(name).kinds, person).map((thing) => ({ what, person, slot: name, thing })),
      ),
    ]
  }

  private cellsOfAddress(what: string, person: Person): Cell[] {
    const { kinds, isSigned } = addresses[urlOf(what)]!
    // An address outlives the session that requested it.
    if (isSigned && ['expired', 'beforeSecondStep', 'planOver'].includes(person.standing)) return []
    return this.thingsFor(kinds, person).map((thing) => ({ what, person, slot: 'thing', thing }))
  }

  /** The person's own things, those of one stranger, and all shared ones. */
  private thingsFor(kinds: readonly Thing['kind'][], { name }: Person): Thing[] {
    const foreign = name === 'stranger' ? 'own:owner' : 'own:stranger'
    return this.world.things.filter(
      ({ kind, tree }) =>
        kinds.includes(kind) && (!tree.startsWith('own:') || tree === `own:${name}` || tree === foreign),
    )
  }

  expected(cell: Cell): { verdict: Verdict; why: Why } {
    const { what, person, slot: name, thing } = cell
    const { door, need } = this.needOf(cell)
    const { isSigned, fits } = isCall(what) ? { isSigned: false } : addresses[urlOf(what)]!
    const refused = (why: Why) => ({ verdict: 'refused' as const, why })
    if (isSigned ? person.standing !== 'usable' && need !== 'open' : !passes(person, door)) return refused('standing')
    if (thing === null) return { verdict: 'open', why: 'open' }
    if (fits?.(thing) === false) return refused('state')
    // Lists of items name a department's folder by the department's id.
    if (name === 'item_typed_ids' && thing.kind === 'department') return refused('state')
    // A version is only found under its own file.
    if (name === 'file_version_id' && thing.fileId !== this.own('file', person).id) return refused('foreign')
    return verdictOf(person, thing, need)
  }

  private needOf({ what, slot: name }: Cell): { door: Demand['door']; need: Need } {
    if (!isCall(what)) {
      if (what.startsWith('OPTIONS ')) return { door: 'public', need: 'open' }
      return addresses[urlOf(what)]!
    }
    const { door, needs } = demandOf(what)
    return { door, need: (name && needs[name]) || 'open' }
  }

  /** The faults of the answer to one request; none if the answer is correct. */
  async judge(cell: Cell): Promise<string[]> {
    const { verdict } = this.expected(cell)
    const answer = await this.ask(cell)
    const found = [...this.leaks(cell, answer)]
    const changes = await this.world.changes.read()
    const isRefused = refuses(answer)
    if (answer.status >= 500) found.push(`the server failed: ${answer.text.slice(0, 200)}`)
    if (verdict === 'refused' && !isRefused) found.push(`not refused: ${answer.status} ${answer.text.slice(0, 300)}`)
    if (verdict === 'granted' && isForbidden(answer)) found.push(`refused though allowed: ${answer.text.slice(0, 200)}`)
    const isIdle = isRefused || verdict === 'refused' || verdict === 'silent'
    for (const { name, before, after } of changes) {
      if (isIdle && name !== 'packs') found.push(`changed ${name} ${JSON.stringify(after ?? before).slice(0, 200)}`)
      else if (name === 'items' && before && !isOfConsole(cell) && !this.mayTouch(cell.person, before, after))
        found.push(`changed an item out of reach: ${JSON.stringify(before).slice(0, 200)}`)
    }
    if (changes.length > 0) await this.world.changes.undo()
    for (const path of followed(answer)) found.push(...this.leaks(cell, await this.send('GET', { path }, cell.person)))
    if (verdict === 'refused' && (await this.tellsApart(cell, answer)))
      found.push('a foreign thing answers unlike a missing one')
    return found
  }

  /** The parameters with which none of the given people succeeds. A refusal of such a parameter proves nothing. */
  async unproved(what: string, people: readonly Person[]): Promise<string[]> {
    const ways = new Map<string, Cell[]>()
    for (const cell of this.cellsOf(what, people)) {
      const { verdict } = this.expected(cell)
      if (verdict === 'refused' || (verdict === 'open' && cell.thing?.kind === 'nothing')) continue
      const way = cell.slot ?? 'nothing named'
      ways.set(way, [...(ways.get(way) ?? []), cell])
    }
    const found: string[] = []
    for (const [way, cells] of ways) if (!(await this.anySucceeds(cells))) found.push(way)
    return found
  }

  private async anySucceeds(cells: readonly Cell[]): Promise<boolean> {
    for (const cell of cells.slice(0, 12)) {
      const answer = await this.ask(cell)
      if ((await this.world.changes.read()).length > 0) await this.world.changes.undo()
      if (!refuses(answer) && answer.status < 400) return true
    }
    return false
  }

  /** Whether the person may change the item. Everybody may change its counters, because these follow from the contents. */
  private mayTouch(person: Person, before: Record<string, unknown>, after: Record<string, unknown> | null) {
    const counters = new Set(['child_count', 'folder_count', 'used_bytes'])
    const differs = Object.keys(before).some((key) => !counters.has(key) && before[key] !== after?.[key])
    if (!differs) return true
    const thing = this.world.things.find(({ kind, id }) => (kind === 'file' || kind === 'folder') && id === before.id)
    return !thing || roleIn(person, thing.tree) !== null
  }

  async ask({ what, person, slot: name, thing }: Cell): Promise<Answer> {
    const [method = ''] = what.split(' ')
    if (!isCall(what)) {
      const sent = await addresses[urlOf(what)]!.send(this.world, person, thing!)
      await this.world.changes.forget()
      return this.send(method, sent, person)
    }
    const input = this.inputFor(what, person, name, thing)
    const path = what.split(' ')[1]!.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = String(input[parameter])
      delete input[parameter]
      return encodeURIComponent(value)
    })
    if (method === 'POST') {
      const headers = { 'content-type': 'application/json' }
      return this.send('POST', { path: `/api${path}`, headers, body: JSON.stringify(input) }, person)
    }
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
    return this.send(method, { path: `/api${path}?${query}` }, person)
  }

  /** The required parameters of a call. The parameter `name` names the thing; the others name valid things of the person. */
  private inputFor(what: CallName, person: Person, name: string | null, thing: Thing | null): Record<string, unknown> {
    const { request } = calls[what]
    const input = valuesOf(request)
    for (const other of slotsOf(what, request)) {
      if (other in input) input[other] = slot(other).write(this.fair(other, person))
    }
    Object.assign(input, demandOf(what).beside?.(thing))
    if (name !== null) input[name] = slot(name).write(thing!)
    return input
  }

  private fair(name: string, person: Person): Thing {
    const { fair, kinds } = slot(name)
    if (fair === 'own root') return { ...this.own('folder', person), id: 0 }
    return this.own(fair === 'own file' ? 'file' : kinds[0]!, person)
  }

  /** The first thing of a kind that belongs to the person or their enterprise; for a person without things, the owner's. */
  private own(kind: Thing['kind'], { name, enterprise }: Person): Thing {
    const things = this.world.things.filter((thing) => thing.kind === kind)
    return (
      things.find(({ tree }) => tree === `own:${name}`) ??
      things.find((thing) => thing.enterprise === enterprise) ??
      things.find(({ tree }) => tree === 'own:owner') ??
      things[0]!
    )
  }

  private async send(
    method: string,
    { path, headers, body }: { path: string; headers?: Record<string, string>; body?: string },
    { name, standing }: Person,
  ): Promise<Answer> {
    const token = standing === 'broken' ? 'broken' : this.world.tokens.get(name)
    const answer = await exchange(this.world.server.url + path, {
      method,
      headers: { ...headers, ...(token !== undefined && { 'auth-token': token }) },
      ...(method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && method !== 'DELETE' && { body }),
    })
    return { ...answer, headers: Object.fromEntries(answer.headers) }
  }

  /** Marks in an answer that the person may not see, and password hashes. */
  private *leaks(cell: Cell, { text, headers }: Answer): Generator<string> {
    const { person, what } = cell
    const whole = `${JSON.stringify(headers)} ${text}`
    if (whole.includes('$argon2')) yield 'a hash of a password'
    let mine = this.marks.get(person.name)
    if (mine === undefined) this.marks.set(person.name, (mine = marksOf(person, this.world.things)))
    const audited = administratorsCalls.has(what) ? auditMarksOf(person, this.world.things) : null
    const listed = what in contactCalls || isOfConsole(cell) ? directoryMarksOf(person, this.world.things) : null
    const invited = what === 'GET /apps/share_links/received' ? invitationMarksOf(person, this.world.things) : null
    for (const [mark] of whole.matchAll(MARK)) {
      if (mine.has(mark) || audited?.has(mark) || listed?.has(mark) || invited?.has(mark)) continue
      const holder = this.world.things.find(({ marks }) => Object.values(marks).some((all) => all.includes(mark)))
      yield `a mark of "${holder?.key}" in the answer to ${what}`
    }
  }

  /** Whether the answer to a foreign thing differs from the answer to a missing one (decisions 54). */
  private async tellsApart(cell: Cell, answer: Answer): Promise<boolean> {
    const { what, person, slot: name, thing } = cell
    if (thing === null || thing.kind === 'nothing' || thing.kind === 'version' || roleIn(person, thing.tree) !== null)
      return false
    const key = [what, person.name, name, thing.kind].join()
    let missing = this.missing.get(key)
    if (missing === undefined) {
      const none = {
        ...this.world.thing('missing'),
        kind: thing.kind,
        ...(typeof thing.id === 'string' && { id: 'none' }),
      }
      const asked = await this.ask({ ...cell, thing: none })
      missing = comparable(asked, none)
      this.missing.set(key, missing)
    }
    return comparable(answer, thing) !== missing
  }
}

export function isCall(what: string): what is CallName {
  return what in calls
}

const urlOf = (what: string) => what.split(' ')[1]!

/** The console changes folders of departments whatever rights its administrator has in them (tests/security/administration). */
const isOfConsole = ({ what, person }: Cell) => what.includes(' /admin/') && person.isAdministrator === true

/** The answer without parts that differ between any two answers. */
function comparable({ status, headers, text }: Answer, { id }: Thing): string {
  const { date: _date, 'content-length': _length, etag: _etag, 'x-request-id': _request, ...others } = headers
  // The seconds until a limit begins anew are those of the clock.
  const { 'x-rate-limit-reset': _reset, ...rest } = others
  return JSON.stringify([status, rest, text.replace(/"request_id":"[^"]*"/, '').replaceAll(String(id), 'ID')])
}

interface Body {
  success?: boolean
  errors?: Record<string, unknown>
  reason?: string | null
  preview_url?: string | null
  download_url?: string | null
}

function bodyOf({ headers, text }: Answer): Body {
  return headers['content-type']?.startsWith('application/json') ? (JSON.parse(text || '{}') as Body) : {}
}

const withheld = new Set(['permission_denied', 'file_deleted', 'item_is_deleted', 'not_support'])

/** Whether the status, the envelope or the reason of a preview refuses the request. */
function refuses(answer: Answer): boolean {
  const { success, reason, preview_url, download_url } = bodyOf(answer)
  if (answer.status >= 400 || success === false) return true
  // The answer to a HEAD request has the content type of an envelope, and no body.
  if (answer.text === '' && answer.headers['content-type']?.startsWith('application/json')) return true
  return withheld.has(reason ?? '') && !preview_url && !download_url
}

/** Whether the request was refused because a right is missing, not for another reason. */
function isForbidden(answer: Answer): boolean {
  if ([401, 403, 404].includes(answer.status)) return true
  const { errors } = bodyOf(answer)
  return /"(permission_denied|item_not_found|item_is_deleted|login_expired|force_two_step|enterprise_expired|security_check_failed)"/.test(
    JSON.stringify(errors ?? {}),
  )
}

/** Signed addresses in an answer; their contents count as part of the answer. */
function followed({ text }: Answer): string[] {
  const found = [...text.matchAll(/"(\/api\/[^"]*[?&]s=[^"]*)"/g)].map(([, path = '']) => path)
  // Pictures of pages must be drawn first and contain no text.
  return found.filter((path) => /\/(content|download|office)\?/.test(path) && !path.includes('kind=page')).slice(0, 2)
}
