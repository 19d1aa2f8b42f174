import type { Static } from '@sinclair/typebox'
import type { Mini } from '@/contract/applications/items'
import type { MiniUser } from '@/contract/applications/people'
import type { OpenShareLink } from '@/contract/applications/shares'
import { linkPath } from '@/domain/addresses'
import { withoutDirections } from '@/domain/items/naming'
import type { LinkDetail } from '../../queries/shares/links'
import { chineseDay } from '../../time/calendar'
import { secondsOf } from '../../time/clock'

/** A link. @param origin where it opens @param isOwn whether the reader made the link, and so reads the numbers of its uses */
export function presentOpenLink(link: LinkDetail, origin: string, isOwn: boolean): OpenShareLink {
  return {
    ...commonOf(link, origin),
    modified_at: secondsOf(link.changed_at ?? link.created_at),
    disable_download: link.disable_download,
    download_count_total: isOwn ? link.download_count : null,
    view_count: isOwn ? link.visit_count : null,
    preview_count: isOwn ? link.preview_count : null,
    item_version: link.items[0]?.pinned_number ?? null,
    share_type: null,
    share_category: null,
    value_box: null,
    share_link_verification_code: null,
  }
}

/** A link for its maker. */
export function presentOpenLinkDetail(link: LinkDetail, origin: string, owner: MiniUser, now: Date) {
  return {
    ...commonOf(link, origin),
    expired: link.due_at !== null && link.due_at <= now,
    closed: false,
    owner,
  }
}

function commonOf(link: LinkDetail, origin: string) {
  return {
    unique_name: link.unique_name,
    share_link: origin + linkPath(link.unique_name),
    access: link.access,
    password_protected: link.password_hash !== null,
    created_at: secondsOf(link.created_at),
    due_time: link.due_at === null ? 'never_expire' : chineseDay(link.due_at),
    item: itemOf(link),
  }
}

/** The first item of a link. */
function itemOf({ items: [first] }: LinkDetail): Static<typeof Mini> {
  const type = first?.is_folder ? 'folder' : 'file'
  return { type, id: first?.id ?? 0, name: withoutDirections(first?.name ?? ''), user_count: null }
}
