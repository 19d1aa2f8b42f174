import type { ShareLink, ShareState } from '@/contract/shares/shares'
import { NEVER_EXPIRES } from '@/domain/limits'

/** The state of a link now: one whose time has passed since it was fetched is expired (SHARE-14). @param now seconds since 1970 */
export function stateOf({ state, due_time: due }: Pick<ShareLink, 'state' | 'due_time'>, now: number): ShareState {
  return state === 'open' && due !== NEVER_EXPIRES && due < now ? 'expired' : state
}

/** Whether a link can be opened, now or once it is approved; any other has ended. */
export function isLive(state: ShareState): boolean {
  return state === 'open' || state === 'waiting'
}

type Closings = Pick<ShareLink, 'state' | 'closed' | 'closed_by_administrator'>

/**
 * Whether a link can be closed: there must be something to end, or only the other side closed it and may open it again.
 * @param isMaker of the link; else an administrator
 */
export function canClose(link: Closings, isMaker: boolean): boolean {
  const { state } = link
  if (state === 'closed') return !isClosedBy(link, isMaker)
  return isLive(state) || state === 'limit_reached' || state === 'expired'
}

/** Whether a closing can be taken back: its maker's by the maker alone, an administrator's by administrators alone. @param isMaker as for canClose */
export function canReopen(link: Closings, isMaker: boolean): boolean {
  return link.state === 'closed' && isClosedBy(link, isMaker)
}

function isClosedBy({ closed, closed_by_administrator: byAdministrator }: Closings, isMaker: boolean): boolean {
  return (isMaker ? closed : byAdministrator) !== null
}

/** Where a link is opened, whole also where the server does not know its own address. */
export function linkAddress({ url }: Pick<ShareLink, 'url'>, baseUrl: string): string {
  return /^https?:\/\//.test(url) ? url : baseUrl + url
}
