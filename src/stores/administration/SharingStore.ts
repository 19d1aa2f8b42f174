import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Reply, Request } from '@/contract/api'
import type { ShareLink } from '@/contract/shares/shares'
import type { Query } from './AddressStore'
import { Answer } from './Answer'

type Question = Request<'GET /apps/share_links/enterprise_list'>

export const sharingViews = ['links', 'collecting', 'reported', 'approvals'] as const
export type SharingView = (typeof sharingViews)[number]

export const linkStates = ['open', 'ended'] as const
export const linkKinds = ['without_password', 'without_expiry', 'closed'] as const

/** rows per page */
export const SHARING_PAGE = 25

/** The part of the place that the address names. */
export const readView = ({ view }: Query): SharingView => sharingViews.find((one) => one === view) ?? 'links'

const idOf = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** The page in the address, from 0. */
export const readSharingPage = ({ page = '1' }: Query): number => Math.max(0, (idOf(page) ?? 1) - 1)

/** Reads the filters of links from the address. Ignores values that mean nothing. */
export function readLinkQuestion(query: Query): Question {
  const { q = '', state, only, owner } = query
  const question: Question = {
    search_string: q.trim().slice(0, 200) || undefined,
    state: linkStates.find((one) => one === state),
    only: readView(query) === 'approvals' ? 'waiting' : linkKinds.find((one) => one === only),
    owner_id: idOf(owner),
  }
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined))
}

/** Everything that the organisation shares and collects by links, and the reports about it, page by page. */
export class SharingStore {
  readonly links = new Answer<Reply<'GET /apps/share_links/enterprise_list'>>()
  readonly approvals = new Answer<Reply<'GET /apps/share_links/enterprise_list'>>()
  readonly collecting = new Answer<Reply<'GET /apps/collects/enterprise_list'>>()
  readonly reported = new Answer<Reply<'GET /apps/share_links/reports'>>()
  /** How often links were changed here. */
  changes = 0
  private asked: Query = {}

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'asked'>(this, {
      api: false,
      asked: false,
      links: false,
      approvals: false,
      collecting: false,
      reported: false,
    })
  }

  ask(query: Query = this.asked): Promise<void> {
    this.asked = query
    const offset = readSharingPage(query) * SHARING_PAGE
    const { only: _, ...question } = readLinkQuestion(query)
    const view = readView(query)
    switch (view) {
      case 'collecting':
        return this.collecting.take(
          this.api.call('GET /apps/collects/enterprise_list', { ...question, offset }, { quiet: true }),
        )
      case 'reported':
        return this.reported.take(this.api.call('GET /apps/share_links/reports', { offset }, { quiet: true }))
      case 'links':
      case 'approvals':
        return this[view].take(
          this.api.call(
            'GET /apps/share_links/enterprise_list',
            { ...readLinkQuestion(query), offset },
            { quiet: true },
          ),
        )
    }
  }

  /** Resolves to the closed links; null after a refusal, which the app shows. */
  close(ids: readonly number[]): Promise<readonly ShareLink[] | null> {
    return this.run(this.api.call('POST /apps/share_links/close', { share_link_ids: [...ids] }))
  }

  /** Approves or rejects waiting links; null after a refusal, which the app shows. */
  decide(ids: readonly number[], isApproved: boolean): Promise<readonly ShareLink[] | null> {
    const request = { share_link_ids: [...ids], is_approved: isApproved }
    return this.run(this.api.call('POST /apps/share_links/approve', request))
  }

  /** Closes or reopens a collecting link. Resolves to whether it worked; the app shows a refusal. */
  async setCollecting(id: number, isOpen: boolean): Promise<boolean> {
    const call = isOpen ? 'POST /apps/collects/enterprise_reopen' : 'POST /apps/collects/enterprise_close'
    const reply = await answerOrNull(this.api.call(call, { collect_id: id }))
    await this.changed()
    return reply !== null
  }

  async reopen(id: number): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /apps/share_links/reopen', { share_link_id: id }))
    await this.changed()
    return reply !== null
  }

  private async run(asked: Promise<{ share_links: readonly ShareLink[] }>): Promise<readonly ShareLink[] | null> {
    const reply = await answerOrNull(asked)
    await this.changed()
    return reply && reply.share_links
  }

  private changed(): Promise<void> {
    this.changes += 1
    return this.ask()
  }
}
