import type { ShareReport } from '@/contract/shares/reports'
import type { ShareGroup, ShareLink, ShareVisit } from '@/contract/shares/shares'
import { stateOf } from '@/domain/shares/linkState'
import { refusal } from './fakeServer'
import type { Rig } from './startApp'

/** The start of the manual clock, in seconds since 1970. */
export const NOW = Date.UTC(2026, 10, 20, 8) / 1000
export const DAY = 86_400

const PAGE = 25

/** A public link without any limit, by the signed-in user 王珂. */
export function makeLink(
  fields: Partial<Omit<ShareLink, 'item'>> & { item?: Partial<ShareLink['item']> } = {},
): ShareLink {
  const id = fields.id ?? 1
  return {
    id,
    unique_name: 'a'.repeat(22),
    url: `https://drive.test/share/${'a'.repeat(22)}`,
    serial_number: `S${id}`,
    owner: { id: 7, name: '王珂' },
    created: NOW - 3 * DAY,
    state: 'open',
    closed: null,
    closed_by_administrator: null,
    may_approve: false,
    access: 'public',
    description: '',
    due_time: 0,
    disable_download: false,
    disable_forward: false,
    password_protected: Boolean(fields.password),
    password: '',
    is_preview_limit: false,
    preview_limit: null,
    is_download_limit_v2: false,
    download_limit_v2: null,
    is_watermark_customize_content: false,
    watermark_customize_content: '',
    is_watermark_visitor: false,
    is_first_visit_told: true,
    visit_count: 0,
    visitor_count: 0,
    preview_count: 0,
    download_count: 0,
    receivers: [],
    receiver_count: 0,
    ...fields,
    item: {
      typed_id: `file_${id}`,
      type: 'file',
      name: `文件${id}.pdf`,
      extension: 'pdf',
      extension_category: 'pdf',
      type_icon: 'pdf',
      size: 1000,
      item_count: 1,
      pinned_version: null,
      ...fields.item,
    },
  }
}

export function makeVisit(fields: Partial<ShareVisit> = {}): ShareVisit {
  return {
    id: 1,
    visitor: fields.id ?? 1,
    at: NOW - 60,
    kind: 'visit',
    user: null,
    item_name: '',
    device: 'browser',
    ...fields,
  }
}

/** A report of a link of 李蔚, by somebody without an account. */
export function makeReport(
  fields: Partial<Omit<ShareReport, 'share_link'>> & { share_link?: Partial<ShareReport['share_link']> } = {},
): ShareReport {
  return {
    id: 1,
    at: NOW - 60,
    reason: 'fraud',
    text: '要我转账',
    contact: '',
    user: null,
    ...fields,
    share_link: {
      id: 5,
      unique_name: 'a'.repeat(22),
      serial_number: 'S5',
      item_name: '文件5.pdf',
      owner: { id: 8, name: '李蔚' },
      state: 'open',
      closed: null,
      closed_by_administrator: null,
      ...fields.share_link,
    },
  }
}

interface Held {
  reports?: ShareReport[]
  links: ShareLink[]
  visits?: ShareVisit[]
  byDay?: number[]
  groups?: ShareGroup[]
  mayListEnterprise?: boolean
}

/** Answers every call about one's links, as the server does. The test may change the links that it holds. */
export function holdLinks(
  { server }: Pick<Rig, 'server'>,
  { links, visits = [], reports = [], byDay, groups = [], mayListEnterprise = false }: Held,
) {
  const held = { links, visits }
  const listed = (of: readonly ShareLink[], asked: { offset?: number; search_string?: string; state?: string }) => {
    const found = of.filter(
      (link) =>
        link.item.name.includes(asked.search_string ?? '') &&
        (!asked.state || ['open', 'waiting'].includes(stateOf(link, NOW)) === (asked.state === 'open')),
    )
    const { offset = 0 } = asked
    return { share_links: found.slice(offset, offset + PAGE), total_count: found.length }
  }
  const turned = (id: number, fields: Partial<ShareLink>) => {
    held.links = held.links.map((link) => (link.id === id ? { ...link, ...fields } : link))
    return held.links.find((link) => link.id === id)!
  }
  server
    .on('GET /apps/share_links/get_list', (asked) => ({
      ...listed(
        held.links.filter(
          (link) => link.owner.id === 7 && [undefined, link.item.typed_id].includes(asked.item_typed_id),
        ),
        asked,
      ),
      may_list_enterprise: mayListEnterprise,
    }))
    .on('GET /apps/share_links/enterprise_list', (asked) => listed(held.links, asked))
    .on('GET /apps/share_links/get', ({ share_link_id: id }) => {
      const link = held.links.find((each) => each.id === id)
      if (!link) return refusal('share_link_not_found')
      return {
        share_link: link,
        visits_by_day: byDay ?? Array.from({ length: 30 }, () => 0),
        groups,
        group_count: groups.length,
      }
    })
    .on('GET /apps/share_links/visits', ({ offset = 0 }) => ({
      visits: held.visits.slice(offset, offset + PAGE),
      total_count: held.visits.length,
    }))
    .on('GET /apps/share_links/reports', ({ offset = 0 }) => ({
      reports: reports.slice(offset, offset + PAGE),
      total_count: reports.length,
    }))
    .on('POST /apps/share_links/edit', ({ share_link_id: id, ...settings }) => ({ share_link: turned(id, settings) }))
    .on('POST /apps/share_links/close', ({ share_link_ids: ids }) => ({
      share_links: ids.map((id) => turned(id, { state: 'closed', [closingOf(held.links, id)]: NOW })),
    }))
    .on('POST /apps/share_links/approve', ({ share_link_ids: ids, is_approved: isApproved }) => ({
      share_links: ids.map((id) => turned(id, { state: isApproved ? 'open' : 'refused', may_approve: false })),
    }))
    .on('POST /apps/share_links/reopen', ({ share_link_id: id }) => {
      const link = turned(id, { [closingOf(held.links, id)]: null })
      const isClosed = link.closed !== null || link.closed_by_administrator !== null
      return { share_link: turned(id, { state: isClosed ? 'closed' : 'open' }) }
    })
  return held
}

/** The status of a closed link: the user is the maker 7, or an administrator. */
function closingOf(links: readonly ShareLink[], id: number): 'closed' | 'closed_by_administrator' {
  return links.find((link) => link.id === id)?.owner.id === 7 ? 'closed' : 'closed_by_administrator'
}
