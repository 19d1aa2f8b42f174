import type { SessionContext } from '@/api/SessionContext'
import type { LazyStores } from '@/stores/app/LazyStores'
import type { NetworkStore } from '@/stores/app/NetworkStore'
import type { SessionStore } from '@/stores/session/SessionStore'

interface Dependencies {
  lazy: LazyStores<{ network: Pick<NetworkStore, 'state'> }>
  session: Pick<SessionStore, 'phase'>
  sessionContext: Pick<SessionContext, 'authToken' | 'csrfToken' | 'user'>
}

/** Whether calls of the user can succeed now. A page that started offline has no token until it has asked the server. Observable. */
export function canReach({ lazy, session, sessionContext }: Dependencies): boolean {
  const { authToken, csrfToken, user } = sessionContext
  const hasToken = authToken !== '' || csrfToken !== ''
  return session.phase === 'signedIn' && user !== null && hasToken && lazy.network?.state !== 'offline'
}
