import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { ApiFailure } from '@/api/ApiFailure'
import type { Reply } from '@/contract/api'
import type { Collab } from '@/contract/members'
import type { Item, Role } from '@/contract/entities'
import { CONTACT_PAGE_SIZE } from '@/domain/limits'
import { LIST_SCROLL_DEBOUNCE } from '@/domain/listLimits'
import type { Keyed, PageRequest } from '@/domain/items/lists/paging'
import type { Canceler, Clock } from '@/platform/Platform'
import { PagedList, type Page } from '@/stores/items/lists/PagedList'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export interface MemberDependencies {
  api: Api
  clock: Clock
  feedback: Pick<FeedbackStore, 'toast'>
}

/** A row: a member, the managers of a department, or a heading for the rows below. */
export type MemberRow = Keyed &
  (
    | { kind: 'member'; collab: Collab }
    | { kind: 'manager'; id: number; name: string; avatar?: string }
    | { kind: 'heading'; section: 'accepted' | 'invited'; count: number }
  )

type MemberOnly = Extract<MemberRow, { kind: 'member' }>
type Info = Reply<'GET /apps/folders/get_collab_info_on_item'>

const refusals: Partial<Record<string, 'gone'>> = {
  item_not_found: 'gone',
  item_is_deleted: 'gone',
  permission_denied: 'gone',
}

/** The members of a folder and its invitations (COLL-01); with `words`, those whose name or login contains them. */
export class MemberList {
  readonly pages: PagedList<MemberOnly, 'gone'>
  /** The folder with the user's present rights; null before the first answer, and for a search. */
  folder: Item | null = null
  private info: Info | null = null
  private invited: readonly MemberOnly[] = []

  constructor(
    private readonly deps: MemberDependencies,
    readonly folderId: number,
    readonly words = '',
  ) {
    this.pages = new PagedList<MemberOnly, 'gone'>(deps, {
      pageSize: CONTACT_PAGE_SIZE,
      pause: LIST_SCROLL_DEBOUNCE,
      fetch: (asked, canceler) => this.fetch(asked, canceler),
      failed: ({ code }: ApiFailure) => (code ? refusals[code] : undefined),
    })
    makeAutoObservable<this, 'deps' | 'info' | 'invited'>(this, {
      deps: false,
      pages: false,
      folderId: false,
      words: false,
      folder: observable.ref,
      info: observable.ref,
      invited: observable.ref,
    })
  }

  /** The place that a live stream watches (AH-20). */
  get at() {
    return { space: 'folder' as const, id: this.folderId }
  }

  get phase(): PagedList<MemberOnly, 'gone'>['phase'] {
    return this.pages.phase
  }

  /** The user's own role. */
  get role(): Role | null {
    return this.info?.final_role ?? null
  }

  get mayInvite(): boolean {
    return this.phase === 'ready' && this.info !== null && this.info.may_invite
  }

  /** The people who have joined; the tab and the heading show this number. */
  get count(): number {
    return (this.pages.held.total ?? 0) + this.managers.length
  }

  /** Invitations come last, unless reaching them would mean scrolling through more pages. */
  get rows(): readonly MemberRow[] {
    const { held } = this.pages
    const invited = this.section('invited', this.invited.length, this.invited)
    const isLong = (held.total ?? 0) > CONTACT_PAGE_SIZE
    const accepted = [...this.managers, ...held.rows]
    if (!isLong) return [...this.section('accepted', accepted.length, accepted), ...invited]
    return [...invited, ...this.section('accepted', this.count, accepted)]
  }

  /** Indices of the headings among the rows. */
  get headings(): readonly number[] {
    return this.rows.flatMap(({ kind }, at) => (kind === 'heading' ? at : []))
  }

  get isEmpty(): boolean {
    return this.phase === 'ready' && this.rows.length === 0
  }

  /** The entry with a row's key, managers included; undefined where it is not among the loaded ones. */
  find(key: string): Collab | undefined {
    const row = this.rows.find(({ typed_id: id }) => id === key)
    return row?.kind === 'member' ? row.collab : row?.kind === 'manager' ? entryOfManager(row) : undefined
  }

  async open() {
    await this.pages.open()
  }

  /** Fetches the loaded rows again; false without an answer. */
  again(): Promise<boolean> {
    return this.pages.again(() => Math.max(CONTACT_PAGE_SIZE, this.pages.held.rows.length))
  }

  /** The user scrolled near the end of the rows. */
  nearEnd() {
    this.pages.nearEnd()
  }

  dispose() {
    this.pages.stop()
  }

  private get managers(): MemberRow[] {
    const managers = this.info?.file_managers ?? []
    return managers.map(({ id, name, avatar }) => ({ typed_id: `manager_${id}`, kind: 'manager', id, name, avatar }))
  }

  private section(section: 'accepted' | 'invited', count: number, rows: readonly MemberRow[]): MemberRow[] {
    return rows.length === 0 ? [] : [{ typed_id: section, kind: 'heading', section, count }, ...rows]
  }

  /** Fetches pages one after the other: for thousands of members each page is expensive for the server. The first page includes all invitations. */
  private async askPages(
    first: number,
    count: number,
    options: { quiet: boolean; canceler: Canceler },
  ): Promise<Info[]> {
    const answers: Info[] = []
    const isFull = () => first === 1 && answers.at(-1)?.unaccepted_collabs.length === CONTACT_PAGE_SIZE
    for (let page = first; page < first + count || isFull(); page += 1) {
      const asked = {
        folder_id: this.folderId,
        ...(this.words !== '' && { search_string: this.words }),
        page_number: page,
        page_size: CONTACT_PAGE_SIZE,
      }
      answers.push(await this.deps.api.call('GET /apps/folders/get_collab_info_on_item', asked, options))
      if (page >= answers.at(-1)!.page_count) break
    }
    return answers
  }

  private async fetch({ offset, limit }: PageRequest, canceler: Canceler): Promise<Page<MemberOnly>> {
    const { api } = this.deps
    const options = { quiet: true, canceler }
    const isFirst = offset === 0
    const [item, answers] = await Promise.all([
      isFirst && this.words === ''
        ? api.call('GET /apps/files/get_info', { item_typed_id: `folder_${this.folderId}` }, options)
        : null,
      // When somebody left meanwhile, a page has fewer rows.
      this.askPages(Math.round(offset / CONTACT_PAGE_SIZE) + 1, Math.ceil(limit / CONTACT_PAGE_SIZE), options),
    ])
    const [info] = answers
    return {
      rows: answers.flatMap(({ accepted_collabs: collabs }) => collabs.map(rowOf)),
      total: info!.total_count,
      apply: () => {
        if (!isFirst) return
        this.info = info!
        this.invited = answers.flatMap(({ unaccepted_collabs: collabs }) => collabs.map(rowOf))
        if (item?.item) this.folder = item.item
      },
    }
  }
}

/** An entry keeps its key across answers: its own id, else the person and how they got their role. */
export function keyOf({ collab_id: id, user, way, final_role: role }: Collab): string {
  if (id !== null) return `collab_${id}`
  return [user.is_group || user.is_department ? 'group' : 'user', user.id, way, role].join('_')
}

type Manager = Extract<MemberRow, { kind: 'manager' }>

/** A manager as an entry. Only the department can give or remove a manager's role (2§3). */
function entryOfManager({ id, name, avatar }: Manager): Collab {
  const kind = { is_group: false, is_department: false, department_id: null, user_count: 1 }
  return {
    collab_id: null,
    user: { id, name, ...kind, is_active: true, is_external: false, ...(avatar !== undefined && { avatar }) },
    direct_role: null,
    final_role: 'coowner',
    unaccepted_role: null,
    role_otherwise: null,
    accepted: true,
    current_user: false,
    quit_collab_allowed: false,
    way: 'manager',
    from: null,
    is_inherited: false,
    invited: null,
  }
}

function rowOf(collab: Collab): MemberOnly {
  return { typed_id: keyOf(collab), kind: 'member', collab }
}
