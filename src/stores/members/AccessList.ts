import { makeAutoObservable, observable } from 'mobx'
import type { ApiFailure } from '@/api/ApiFailure'
import type { LinkWithAccess, PersonWithAccess } from '@/contract/members'
import type { Item } from '@/contract/entities'
import { LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import type { Canceler } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { MemberDependencies } from './MemberList'

const PAGE_SIZE = 50

export type PersonRow = PersonWithAccess & Keyed

/** The people who can see an item, and the links that lead to it (AH-45); with `words`, those whose name or login contains them. */
export class AccessList {
  readonly pages: PagedList<PersonRow, 'gone'>
  item: Item | null = null
  links: readonly LinkWithAccess[] = []
  /** Whether the links listed are all that lead to the item, not only the user's own. */
  areLinksComplete = true
  hasMoreLinks = false

  constructor(
    private readonly deps: MemberDependencies,
    readonly typedId: string,
    readonly words = '',
  ) {
    this.pages = new PagedList<PersonRow, 'gone'>(deps, {
      pageSize: PAGE_SIZE,
      pause: LIST_SCROLL_DEBOUNCE,
      fetch: (asked, canceler) => this.fetch(asked, canceler),
      failed: ({ code }: ApiFailure) =>
        code === 'item_not_found' || code === 'item_is_deleted' || code === 'permission_denied' ? 'gone' : undefined,
    })
    makeAutoObservable<this, 'deps'>(this, {
      deps: false,
      typedId: false,
      words: false,
      pages: false,
      item: observable.ref,
      links: observable.ref,
    })
  }

  get phase(): PagedList<PersonRow, 'gone'>['phase'] {
    return this.pages.phase
  }

  get people(): readonly PersonRow[] {
    return this.pages.held.rows
  }

  /** Includes pages not yet loaded. */
  get count(): number {
    return this.pages.held.total ?? 0
  }

  async open() {
    await this.pages.open()
  }

  /** Loads the list, also when the user returns to the screen. */
  async load() {
    await this.open()
  }

  nearEnd() {
    this.pages.nearEnd()
  }

  dispose() {
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<PersonRow>> {
    const { api } = this.deps
    const options = { quiet: true, canceler }
    const id = this.typedId as Item['typed_id']
    const isFirst = offset === 0
    const { words } = this
    const [answer, about] = await Promise.all([
      api.call(
        'GET /apps/files/who_can_see',
        {
          item_typed_id: id,
          ...(words !== '' && { search_string: words }),
          page_number: offset / PAGE_SIZE + 1,
          page_size: PAGE_SIZE,
        },
        options,
      ),
      isFirst && words === '' ? api.call('GET /apps/files/get_info', { item_typed_id: id }, options) : null,
    ])
    return {
      rows: answer.people.map((person) => ({ ...person, typed_id: keyOf(person) })),
      total: answer.total_count,
      apply: () => {
        if (!isFirst) return
        this.item = about?.item ?? null
        this.links = answer.links
        this.areLinksComplete = answer.are_links_complete
        this.hasMoreLinks = answer.has_more_links
      },
    }
  }
}

function keyOf({ user }: PersonWithAccess): string {
  return `${user.is_group || user.is_department ? 'group' : 'user'}_${user.id}`
}
