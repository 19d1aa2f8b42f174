import type { ShareLink, ShareState } from '@/contract/shares/shares'
import { NEVER_EXPIRES } from '@/domain/limits'

/** The present state of a link: the link is also expired if its time passed after the fetch (SHARE-14). @param now seconds since 1970 */
export function stateOf({ state, due_time: due }: Pick<ShareLink, 'state' | 'due_time'>, now: number): ShareState {
  return state === 'open' && due !== NEVER_EXPIRES && due < now ? 'expired' : state
}

/** Whether a link can be opened, now or once it is approved; otherwise it has ended. */
export function isLive(state: ShareState): boolean {
  return state === 'open' || state === 'waiting'
}

type Closings = Pick<ShareLink, 'state' | 'closed' | 'closed_by_administrator'>

/**
 * Whether a side (maker or administrators) can close a link: not if it is refused or unavailable, or if this side has already closed it.
 * @param isMaker true for the link's maker, false for an administrator
 */
export function canClose(link: Closings, isMaker: boolean): boolean {
  const { state } = link
  if (state === 'closed') return !isClosedBy(link, isMaker)
  return isLive(state) || state === 'limit_reached' || state === 'expired'
}

/** Whether a closed link can be reopened: only the side that closed it (maker or administrators) may. @param isMaker as for canClose */
export function canReopen(link: Closings, isMaker: boolean): boolean {
  return link.state === 'closed' && isClosedBy(link, isMaker)
}

function isClosedBy({ closed, closed_by_administrator: byAdministrator }: Closings, isMaker: boolean): boolean {
  return (isMaker ? closed : byAdministrator) !== null
}

/** The address that opens a link; absolute even if the server does not know its own address. */
export function linkAddress({ url }: Pick<ShareLink, 'url'>, baseUrl: string): string {
  return /^https?:\/\//.test(url) ? url : baseUrl + url
}
