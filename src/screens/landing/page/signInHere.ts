import type { AppStore } from '@/stores/app/AppStore'

/**
 * Leads to the sign-in and back to this page, with what is open over it.
 * @returns `left`: to a sign-in elsewhere, from which the address leads back
 */
export async function signInHere({
  platform,
  session,
  sessionContext,
}: Pick<AppStore, 'platform' | 'session' | 'sessionContext'>): Promise<'in' | 'not' | 'left'> {
  if (await session.signInAgain()) return 'in'
  if (platform.can.leave && /^https?:/.test(sessionContext.loginUrl)) return 'left'
  // Nobody did: who they are is what it was.
  await session.start()
  return 'not'
}
