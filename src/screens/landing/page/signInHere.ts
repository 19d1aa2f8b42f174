import type { AppServices } from '@/stores/app/AppServices'

/**
 * Leads to sign-in and back to this page with its overlays.
 * @returns `left`: to a sign-in elsewhere, whose address leads back
 */
export async function signInHere({
  platform,
  session,
  sessionContext,
}: Pick<AppServices, 'platform' | 'session' | 'sessionContext'>): Promise<'in' | 'not' | 'left'> {
  if (await session.signInAgain()) return 'in'
  if (platform.can.leave && /^https?:/.test(sessionContext.loginUrl)) return 'left'
  // Nobody signed in: restores who the visitor was.
  await session.start()
  return 'not'
}
