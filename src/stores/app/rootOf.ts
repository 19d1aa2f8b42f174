import type { SessionContext } from '@/api/SessionContext'
import type { Place } from '@/platform/Platform'

/** The places that the bar at the foot leads to (AH-47). */
export type TopPlace = 'home' | 'files' | 'messages' | 'me'

const roots: Record<TopPlace, Place> = {
  home: { page: 'files', space: 'frequent' },
  files: { page: 'files', space: 'own' },
  messages: { page: 'message' },
  me: { page: 'me' },
}

/** The page that a top place begins with. Where personal files are closed, files begin with the folders of colleagues (CTX-05). */
export function rootOf(top: TopPlace, { enterprise }: Pick<SessionContext, 'enterprise'>): Place {
  return top === 'files' && enterprise?.is_personal_space_closed ? { page: 'files', space: 'collab' } : roots[top]
}
