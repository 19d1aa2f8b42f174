import type { SessionContext } from '@/api/SessionContext'
import type { Platform } from '@/platform/Platform'
import { TOKEN_KEY } from './proof'

interface Dependencies {
  sessionContext: SessionContext
  platform: Pick<Platform, 'storage'>
}

/** The session has a new token: it is sent from now on, and stored where there is no cookie. */
export function renewTokens(
  { sessionContext, platform }: Dependencies,
  { csrf_token, auth_token }: { csrf_token: string; auth_token?: string },
): void {
  sessionContext.beginSession(csrf_token, auth_token)
  if (auth_token) platform.storage.write(TOKEN_KEY, auth_token)
}
