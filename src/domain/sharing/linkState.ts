import type { ShareLink, ShareState } from '@/contract/shares'
import { NEVER_EXPIRES } from '@/domain/limits'

/** The state of a link now: one whose time has passed since it was fetched is expired (SHARE-14). @param now seconds since 1970 */
export function stateOf({ state, due_time: due }: Pick<ShareLink, 'state' | 'due_time'>, now: number): ShareState {
  return state === 'open' && due !== NEVER_EXPIRES && due < now ? 'expired' : state
}

/** Whether a link can be opened, now or once it is approved; any other has ended. */
export function isLive(state: ShareState): boolean {
  return state === 'open' || state === 'waiting'
}

/** Whether its maker, or an administrator, can close a link: there must be something to end. */
export function canClose(state: ShareState): boolean {
  return isLive(state) || state === 'limit_reached' || state === 'expired'
}

/** Whether a closed link can be opened again: what an administrator closed, by an administrator alone. */
export function canReopen(
  link: Pick<ShareLink, 'state' | 'is_closed_by_administrator'>,
  isAdministrator: boolean,
): boolean {
  return link.state === 'closed' && (isAdministrator || !link.is_closed_by_administrator)
}

/** Where a link is opened, whole also where the server does not know its own address. */
export function linkAddress({ url }: Pick<ShareLink, 'url'>, baseUrl: string): string {
  return /^https?:\/\//.test(url) ? url : baseUrl + url
}
