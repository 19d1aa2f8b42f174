import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Item } from '@/contract/entities'
import type { ShareLink } from '@/contract/shares/shares'
import { SEARCH_DEBOUNCE, SEARCH_MAX_LENGTH } from '@/domain/limits'
import { LIST_SCROLL_DEBOUNCE, LIST_PAGE_SIZE } from '@/domain/listLimits'
import {
  addOnTop,
  reinsertRow,
  replaceInPlace,
  withoutRow,
  wantsMore,
  isRemoved,
  type Keyed,
  type ListView,
  type PageRequest,
} from '@/domain/items/lists/paging'
import { isLive } from '@/domain/shares/linkState'
import { firstCodePoints } from '@/domain/text/codePoints'
import type { Canceler, Platform } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import type { LinkChange, LinkChanges } from './LinkChanges'

export type LinkFilter = 'all' | 'open' | 'ended'
export type LinkRow = ShareLink & Keyed

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  linkChanges: LinkChanges
  platform: Pick<Platform, 'clock'>
}

type Hidden = 'deps' | 'view' | 'stopTimer' | 'unsubscribe'

/** The user's links, of all items or of one; for administrators also those of the whole enterprise (AH-17). */
export class LinkList {
  filter: LinkFilter = 'all'
  /** Whether this list shows all links of the enterprise. */
  isOfEnterprise = false
  /** The user may list the links of the enterprise. The server says so in its answer with the user's own links. */
  mayListEnterprise = false
  /** As typed. */
  text = ''
  readonly pages: PagedList<LinkRow>
  private view: ListView | null = null
  private stopTimer: (() => void) | null = null
  /** The search words whose results the rows are; '' without a search. */
  private words = ''
  private readonly unsubscribe: () => void

  /** @param item restricts the list to this typed_id's links */
  constructor(
    private readonly deps: Dependencies,
    readonly item?: string,
  ) {
    const { clock } = deps.platform
    this.pages = new PagedList<LinkRow>(
      { clock, feedback: deps.feedback },
      {
        pageSize: LIST_PAGE_SIZE,
        pause: LIST_SCROLL_DEBOUNCE,
        fetch: (asked, canceler) => this.fetch(asked, canceler),
        wantsMore: (held) => this.view !== null && wantsMore(held, this.view),
      },
    )
    makeAutoObservable<this, Hidden>(this, {
      deps: false,
      item: false,
      pages: false,
      view: false,
      stopTimer: false,
      unsubscribe: false,
    })
    this.unsubscribe = deps.linkChanges.subscribe((change) => this.changed(change))
  }

  get phase(): PagedList<LinkRow>['phase'] {
    return this.pages.phase
  }

  get rows(): readonly LinkRow[] {
    return this.pages.held.rows
  }

  /** The number of links of the filter; null while unknown. */
  get total(): number | null {
    return this.phase === 'ready' ? this.pages.held.total : null
  }

  get isSearched(): boolean {
    return this.words !== ''
  }

  /** Loads the first page; the rows stay until the answer. */
  async open() {
    await this.pages.open()
  }

  async choose(filter: LinkFilter) {
    this.chose(filter, this.isOfEnterprise)
    await this.open()
  }

  async chooseEnterprise(isOn: boolean) {
    this.chose(this.filter, isOn)
    await this.open()
  }

  /** Searches 1000 ms after the last letter (1§9); an emptied field lists all links at once. */
  setText(text: string) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.stopTimer?.()
    if (this.text.trim() === '') this.submit()
    else this.stopTimer = this.deps.platform.clock.after(SEARCH_DEBOUNCE, () => this.submit())
  }

  /** The keyboard's search key: searches at once. Words that are shown already are not searched again. */
  submit() {
    this.stopTimer?.()
    this.stopTimer = null
    const words = this.text.trim()
    if (words === this.words) return
    this.words = words
    this.pages.clear()
    void this.open()
  }

  /** Leaves the search: lists all links. */
  endSearch() {
    this.setText('')
  }

  /** The user may be near the end of the rows. */
  onScroll(view: ListView) {
    this.view = view
    this.pages.onScroll()
  }

  dispose() {
    this.unsubscribe()
    this.stopTimer?.()
    this.pages.stop()
  }

  private async fetch({ offset }: PageRequest, canceler: Canceler): Promise<Page<LinkRow>> {
    const { api } = this.deps
    const asked = {
      offset,
      ...(this.words && { search_string: this.words }),
      ...(this.filter !== 'all' && { state: this.filter }),
    }
    const options = { quiet: true, canceler }
    if (this.isOfEnterprise) return pageOf(await api.call('GET /apps/share_links/enterprise_list', asked, options))
    const own = { ...asked, ...(this.item && { item_typed_id: this.item as Item['typed_id'] }) }
    const answer = await api.call('GET /apps/share_links/get_list', own, options)
    return { ...pageOf(answer), apply: () => this.allowed(answer.may_list_enterprise) }
  }

  private allowed(mayListEnterprise: boolean) {
    this.mayListEnterprise = mayListEnterprise
  }

  private chose(filter: LinkFilter, isOfEnterprise: boolean) {
    this.filter = filter
    this.isOfEnterprise = isOfEnterprise
    this.pages.clear()
  }

  /** Removes a link that the filter no longer shows; one that it shows again returns to its place. */
  private changed({ type, link }: LinkChange) {
    if (this.phase !== 'ready') return
    const row = rowOf(link)
    const isShown = this.filter === 'all' || isLive(link.state) === (this.filter === 'open')
    const isHeld = this.rows.some(({ id }) => id === link.id)
    if (isHeld)
      this.pages.change((held) => (isShown ? replaceInPlace(held, row, false) : withoutRow(held, row.typed_id)))
    else if (isShown && isRemoved(this.pages.held, row.typed_id)) this.pages.change((held) => reinsertRow(held, row))
    else if (type === 'made' && isShown && !this.isSearched && this.item === undefined) {
      this.pages.change((held) => addOnTop(held, row))
    } else if (type === 'made') void this.pages.again(() => LIST_PAGE_SIZE)
  }
}

function rowOf(link: ShareLink): LinkRow {
  return { ...link, typed_id: String(link.id) }
}

function pageOf({ share_links: links, total_count: total }: { share_links: ShareLink[]; total_count: number }) {
  return { rows: links.map(rowOf), total }
}
