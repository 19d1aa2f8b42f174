import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure, answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { FileRequestLink, FileRequestPerson } from '@/contract/fileRequests'
import { LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export type PeopleTab = 'missing' | 'done'
export type PersonRow = FileRequestPerson & Keyed

/** people per page, as the server sends them */
const PAGE_SIZE = 100

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  platform: Pick<Platform, 'clock'>
}

type Hidden = 'deps' | 'id'

/** One collecting link: who has handed in, who has not, and the actions on it (AH-25). */
export class FileRequestDetails {
  /** `gone`: the user has no such link. */
  phase: 'loading' | 'ready' | 'failed' | 'gone' = 'loading'
  collect: FileRequestLink | null = null
  tab: PeopleTab = 'missing'
  /** Why loading failed. */
  error: Message | null = null
  /** Whether an action is under way. */
  isBusy = false
  readonly people: Record<PeopleTab, PagedList<PersonRow>>

  constructor(
    private readonly deps: Dependencies,
    private readonly id: number,
  ) {
    this.people = { missing: this.listOf('missing'), done: this.listOf('done') }
    makeAutoObservable<this, Hidden>(this, {
      collect: observable.ref,
      error: observable.ref,
      people: false,
      deps: false,
      id: false,
    })
  }

  get shown(): PagedList<PersonRow> {
    return this.people[this.tab]
  }

  personOf(typedId: string | undefined): PersonRow | undefined {
    return this.shown.held.rows.find((row) => row.typed_id === typedId)
  }

  /** Loads the link; what is shown stays until the answer. */
  async load() {
    await Promise.all([this.loadCollect(), this.people.missing.open(), this.people.done.open()])
  }

  /** Fetches link and people again because somebody handed in; shows no failure. Resolves to false without an answer. */
  async again(): Promise<boolean> {
    const { missing, done } = this.people
    const answers = await Promise.all([
      this.loadCollect(true),
      ...[missing, done].map((pages) => pages.again(() => PAGE_SIZE)),
    ])
    return answers.every(Boolean)
  }

  choose(tab: PeopleTab) {
    this.tab = tab
  }

  nearEnd() {
    this.shown.nearEnd()
  }

  async close() {
    await this.change(() => this.deps.api.call('POST /apps/collects/close', { collect_id: this.id }))
  }

  async reopen() {
    await this.change(() => this.deps.api.call('POST /apps/collects/reopen', { collect_id: this.id }))
  }

  /** Reminds the people who have not handed in. Resolves to how many were notified; null where it was refused, which the app has shown. */
  async remind(): Promise<number | null> {
    if (this.isBusy) return null
    this.turned(true)
    const answer = await answerOrNull(this.deps.api.call('POST /apps/collects/remind', { collect_id: this.id }))
    if (answer) await Promise.all([this.loadCollect(), this.people.missing.open()])
    this.turned(false)
    return answer && answer.reminded_count
  }

  /** The names of everybody on the list who has handed in nothing, sorted; null after a failure, which the app has shown. */
  async missingNames(): Promise<string[] | null> {
    const names: string[] = []
    for (let total = 1; names.length < total;) {
      const asked = { collect_id: this.id, state: 'missing', offset: names.length } as const
      const answer = await answerOrNull(this.deps.api.call('GET /apps/collects/people', asked))
      if (!answer) return null
      // Somebody may hand in between two pages.
      if (answer.people.length === 0) break
      names.push(...answer.people.map(({ name }) => name))
      total = answer.total_count
    }
    return names
  }

  /** Lets another device use somebody's name. Resolves to whether the name is released. */
  async release({ id }: FileRequestPerson): Promise<boolean> {
    const asked = { collect_id: this.id, person_id: id }
    const answer = await answerOrNull(this.deps.api.call('POST /apps/collects/release', asked))
    if (answer) void this.load()
    return answer !== null
  }

  /** Removes a person who has handed in nothing from the list. Resolves to whether the person is removed. */
  async remove({ id }: FileRequestPerson): Promise<boolean> {
    const asked = { collect_id: this.id, removed_person_ids: [id] }
    return this.change(() => this.deps.api.call('POST /apps/collects/edit', asked))
  }

  /** The link was changed elsewhere, such as by the form over it. */
  replaced(collect: FileRequestLink) {
    this.received(collect)
    void this.load()
  }

  dispose() {
    this.people.missing.stop()
    this.people.done.stop()
  }

  private async change(ask: () => Promise<{ collect: FileRequestLink }>): Promise<boolean> {
    if (this.isBusy) return false
    this.turned(true)
    const answer = await answerOrNull(ask())
    this.turned(false)
    if (answer) this.replaced(answer.collect)
    return answer !== null
  }

  private listOf(state: PeopleTab): PagedList<PersonRow> {
    const { platform, feedback } = this.deps
    return new PagedList<PersonRow>(
      { clock: platform.clock, feedback },
      {
        pageSize: PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetch(state, asked, canceler),
      },
    )
  }

  private async fetch(state: PeopleTab, { offset }: PageRequest, canceler: Canceler): Promise<Page<PersonRow>> {
    const answer = await this.deps.api.call(
      'GET /apps/collects/people',
      { collect_id: this.id, state, offset },
      { quiet: true, canceler, handledCodes: ['collect_link_not_found'] },
    )
    return {
      rows: answer.people.map((person) => ({ ...person, typed_id: String(person.id) })),
      total: answer.total_count,
    }
  }

  /** @returns whether the server answered */
  private async loadCollect(isQuiet = false): Promise<boolean> {
    try {
      const options = { quiet: true, handledCodes: ['collect_link_not_found'] } as const
      this.received((await this.deps.api.call('GET /apps/collects/get', { collect_id: this.id }, options)).collect)
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const isGone = error.code === 'collect_link_not_found'
      if (!isQuiet || isGone) this.failed(error)
      return isGone
    }
  }

  private received(collect: FileRequestLink) {
    this.collect = collect
    this.phase = 'ready'
    this.error = null
  }

  private failed(error: ApiFailure) {
    this.error = messageOf(error.failure)
    if (error.code === 'collect_link_not_found') this.phase = 'gone'
    else if (this.collect) this.deps.feedback.toast(this.error)
    else this.phase = 'failed'
  }

  private turned(isBusy: boolean) {
    this.isBusy = isBusy
  }
}
