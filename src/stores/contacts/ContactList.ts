import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Contact } from '@/contract/contacts'
import { CONTACT_PAGE_SIZE } from '@/domain/limits'
import { LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import type { ContactChoice } from '@/domain/contacts/contacts'
import type { Canceler, Clock } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { contactsQuery, inviteInto, membersQuery } from './contactQueries'

/** A list of contacts: the top, a department, or the results of a search. */
export type ContactPlace = { at: 'top' } | { at: 'department'; id: number } | { at: 'search'; words: string }

export interface ContactDependencies {
  api: Api
  clock: Clock
  feedback: Pick<FeedbackStore, 'toast'>
}

/** One place of a picker: its departments and groups, then its people in pages of 500 (CONT-01). */
export class ContactList {
  readonly pages: PagedList<Contact & Keyed>
  /** Departments, then groups; the server sends them with the first page. */
  private head: readonly Contact[] = []

  constructor(
    private readonly deps: ContactDependencies,
    readonly choice: ContactChoice,
    readonly place: ContactPlace,
  ) {
    this.pages = new PagedList<Contact & Keyed>(deps, {
      pageSize: CONTACT_PAGE_SIZE,
      pause: LIST_SCROLL_DEBOUNCE,
      fetch: (asked, canceler) => this.fetch(asked, canceler),
    })
    makeAutoObservable<this, 'deps' | 'head'>(this, {
      deps: false,
      pages: false,
      choice: false,
      place: false,
      head: observable.ref,
    })
  }

  get phase(): PagedList<Contact & Keyed>['phase'] {
    return this.pages.phase
  }

  get rows(): readonly Contact[] {
    return this.head.length > 0 ? [...this.head, ...this.people] : this.people
  }

  get people(): readonly Contact[] {
    return this.pages.held.rows
  }

  /** The number of people, including pages not yet loaded. */
  get peopleCount(): number {
    return this.pages.held.total ?? 0
  }

  get total(): number {
    return this.head.length + this.peopleCount
  }

  get isEmpty(): boolean {
    return this.phase === 'ready' && this.rows.length === 0 && this.pages.held.isComplete
  }

  open(): Promise<void> {
    return this.pages.open()
  }

  /** The user scrolled near the end of the rows. */
  nearEnd() {
    this.pages.nearEnd()
  }

  /** The place was left: later answers are dropped. */
  dispose() {
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<Contact & Keyed>> {
    const number = offset / CONTACT_PAGE_SIZE + 1
    const { people, total, head } =
      this.place.at === 'department'
        ? await this.membersOf(this.place.id, number, canceler)
        : await this.contacts(this.place.at === 'search' ? this.place.words : '', number, canceler)
    return {
      rows: people.map((contact) => ({ ...contact, typed_id: contact.item_typed_id })),
      total: total ?? this.peopleCount,
      apply: () => {
        if (number === 1) this.head = head
      },
    }
  }

  private async contacts(words: string, page: number, canceler: Canceler) {
    const answer = await this.deps.api.call('GET /apps/contacts/get', contactsQuery(this.choice, page, words), {
      canceler,
      quiet: true,
    })
    return { people: answer.contacts, total: answer.total_count, head: [...answer.departments, ...answer.groups] }
  }

  private async membersOf(id: number, page: number, canceler: Canceler) {
    const { api } = this.deps
    const options = { canceler, quiet: true }
    const below = { department_id: id, ...inviteInto(this.choice) }
    const [members, children] = await Promise.all([
      api.call('GET /departments/user_list', membersQuery(this.choice, id, page), options),
      page === 1 ? api.call('GET /departments/children', below, options) : null,
    ])
    return { people: members.users, total: members.total_count, head: children?.departments ?? [] }
  }
}
