import type { SessionContext } from '@/api/SessionContext'
import type { Platform } from '@/platform/Platform'
import { TOKEN_KEY } from './SessionCalls'

interface Dependencies {
  sessionContext: SessionContext
  platform: Pick<Platform, 'storage'>
}

/** The session goes on under another token: it is sent from now on, and kept where no cookie does that. */
export function renewTokens(
  { sessionContext, platform }: Dependencies,
  { csrf_token, auth_token }: { csrf_token: string; auth_token?: string },
): void {
  sessionContext.signedIn(csrf_token, auth_token)
  if (auth_token) platform.storage.write(TOKEN_KEY, auth_token)
}
