import type { ShareGroup, ShareLink, ShareVisit } from '@/contract/shares/shares'
import { linkPath } from '@/domain/addresses'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import { withoutDirections } from '@/domain/items/naming'
import type { Configuration } from '../../config/configuration'
import { secondsOf } from '../../time/clock'
import type { LinkDetail, LinkView } from '../../queries/shares/links'
import type { GroupRow } from '../../queries/shares/groups'
import type { VisitRow } from '../../queries/shares/visits'

/** A link as its maker and the administrators see it. */
export function presentShareLink(
  { link, state, mayApprove, password }: LinkView,
  { baseUrl }: Pick<Configuration, 'baseUrl'>,
): ShareLink {
  return {
    id: link.id,
    unique_name: link.unique_name,
    url: (baseUrl ?? '') + linkPath(link.unique_name),
    serial_number: link.serial_number,
    item: presentShared(link),
    owner: { id: link.maker_id, name: link.maker_name },
    created: secondsOf(link.created_at),
    state,
    closed: link.closed_at && secondsOf(link.closed_at),
    closed_by_administrator: link.closed_by_administrator_at && secondsOf(link.closed_by_administrator_at),
    may_approve: mayApprove,
    access: link.access,
    description: link.description,
    due_time: link.due_at === null ? 0 : secondsOf(link.due_at),
    disable_download: link.disable_download,
    disable_forward: link.disable_forward,
    password_protected: link.password_hash !== null,
    password,
    is_preview_limit: link.preview_limit !== null,
    preview_limit: link.preview_limit,
    is_download_limit_v2: link.download_limit !== null,
    download_limit_v2: link.download_limit,
    is_watermark_customize_content: link.watermark_content !== '',
    watermark_customize_content: link.watermark_content,
    is_watermark_visitor: link.is_watermark_visitor,
    is_first_visit_told: link.is_first_visit_told,
    visit_count: link.visit_count,
    visitor_count: link.visitor_count,
    preview_count: link.preview_count,
    download_count: link.download_count,
    receivers: link.receivers.map(({ id, is_group, department_id, name }) => ({
      typed_id: department_id === null ? `${is_group ? 'group' : 'contact'}_${id}` : `department_${department_id}`,
      name,
    })),
    receiver_count: link.receiver_count,
  }
}

/** The items of a link in one: the first of them, and how many there are. */
export function presentShared({ items }: Pick<LinkDetail, 'items'>): ShareLink['item'] {
  const first = items[0]!
  return {
    typed_id: `${first.is_folder ? 'folder' : 'file'}_${first.id ?? 0}`,
    type: first.is_folder ? 'folder' : 'file',
    name: withoutDirections(first.name),
    extension: first.extension,
    extension_category: categoryOf(first.extension),
    type_icon: first.is_folder ? 'folder' : fileTileOf(first.extension).group,
    size: first.size,
    item_count: items.length,
    pinned_version: first.pinned_number,
  }
}

/** A visit or use of a link, without the visitor's network address. */
export function presentVisit({
  id,
  visitor_number,
  at,
  kind,
  user_id,
  user_name,
  item_name,
  device,
}: VisitRow): ShareVisit {
  return {
    id,
    visitor: visitor_number,
    at: secondsOf(at),
    kind,
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    item_name: withoutDirections(item_name),
    device,
  }
}

/** A group in which a link was opened. */
export function presentGroup({
  number,
  people_count: people,
  visit_count: visits,
  last_at: last,
}: GroupRow): ShareGroup {
  return { number, people, visits, last: secondsOf(last) }
}
