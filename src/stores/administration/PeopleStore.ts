import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { PersonRow } from '@/contract/administration/entities'
import type { Reply, Request } from '@/contract/api'
import { PEOPLE_PAGE_SIZE } from '@/domain/limits'
import type { Query } from './AddressStore'
import { Answer } from './Answer'
import { Sending } from './Sending'

type Question = Request<'GET /admin/people/export'>
type NewPerson = Request<'POST /admin/people/create'>

const states = ['active', 'new', 'deactivated', 'deleted'] as const
const roles = ['any', 'owner', 'people', 'auditor'] as const
export const sortings = ['name', 'login', 'used_bytes', 'last_sign_in_at', 'created_at'] as const
export type Sorting = (typeof sortings)[number]

const oneOf = <T extends string>(all: readonly T[], text: string | undefined) => all.find((one) => one === text)
const idOf = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** Reads filters and order from the address. No parameter has the name of an overlay: the router would take it out. Ignores values that mean nothing. */
export function readQuestion(query: Query): Question {
  const { q = '', state, role, department, group, step, asked, order, direction } = query
  const question: Question = {
    search: q.trim().slice(0, 200) || undefined,
    state: oneOf(states, state),
    role: oneOf(roles, role),
    department_id: idOf(department),
    group_id: idOf(group),
    has_second_step: step === 'no' ? false : step === 'yes' ? true : undefined,
    has_asked: asked === 'yes' ? true : undefined,
    sort_by: oneOf(sortings, order),
    sort_direction: oneOf(['asc', 'desc'] as const, direction),
  }
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined))
}

/** The page in the address, from 0. */
export const readPage = ({ page = '1' }: Query): number => Math.max(0, (idOf(page) ?? 1) - 1)

const requestOf = (query: Query) => ({
  ...readQuestion(query),
  offset: readPage(query) * PEOPLE_PAGE_SIZE,
  limit: PEOPLE_PAGE_SIZE,
})

/** The people of the organisation, page by page. */
export class PeopleStore {
  readonly list = new Answer<Reply<'GET /admin/people/list'>>()
  readonly adding = new Sending()
  private asked: Query = {}

  /** @param query of the address: the page may carry the answer, which then shows at once */
  constructor(
    private readonly api: Api,
    query: Query = {},
  ) {
    makeAutoObservable<this, 'api' | 'asked'>(this, { api: false, asked: false, list: false, adding: false })
    const answer = api.preloaded('GET /admin/people/list', requestOf(query))
    if (answer) this.list.show(answer)
  }

  get rows(): readonly PersonRow[] {
    return this.list.value?.people ?? []
  }

  get total(): number {
    return this.list.value?.total_count ?? 0
  }

  ask(query: Query = this.asked): Promise<void> {
    this.asked = query
    return this.list.take(this.api.call('GET /admin/people/list', requestOf(query), { quiet: true }))
  }

  /** Resolves to null after a refusal, which the form shows. */
  add(person: NewPerson): Promise<Reply<'POST /admin/people/create'> | null> {
    return this.adding.send(() => this.api.call('POST /admin/people/create', person, { quiet: true }))
  }

  /** The people that the filters select, as CSV; null after a refusal, which the app shows. */
  export(): Promise<Reply<'GET /admin/people/export'> | null> {
    return answerOrNull(this.api.call('GET /admin/people/export', readQuestion(this.asked)))
  }

  /** An act on several people; null after a refusal, which the app shows. */
  async act(act: 'deactivate' | 'restore' | 'end_sessions', ids: readonly number[]): Promise<boolean> {
    const reply = await answerOrNull(this.api.call(`POST /admin/people/${act}`, { user_ids: [...ids] }))
    if (reply) await this.ask()
    return reply !== null
  }
}
