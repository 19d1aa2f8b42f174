import type { SessionContext } from '@/api/SessionContext'
import type { Platform } from '@/platform/Platform'

interface Dependencies {
  sessionContext: SessionContext
  platform: Pick<Platform, 'can' | 'navigate'>
}

interface SignInRoute {
  /** `relaunch` after signing out, where a configured logoutUrl has priority. */
  how: 'push' | 'replace' | 'relaunch'
  /** The address to return to. */
  redirect?: string
}

/** Opens our sign-in page, or leaves for a configured one, which has priority. Resolves to whether the app was left. */
export async function openSignIn(
  { sessionContext, platform }: Dependencies,
  { how, redirect }: SignInRoute,
): Promise<boolean> {
  const { loginUrl, logoutUrl, baseUrl } = sessionContext
  const foreign = [how === 'relaunch' ? logoutUrl : '', loginUrl].find(isForeign)
  if (foreign === undefined || !platform.can.leave) {
    await platform.navigate[how]({ page: 'login', ...(redirect === undefined ? {} : { redirect }) })
    return false
  }
  platform.navigate.leave(redirect === undefined ? foreign : withReturn(foreign, baseUrl, redirect))
  return true
}

function isForeign(url: string): boolean {
  return /^https?:\/\//.test(url)
}

function withReturn(url: string, base: string, redirect: string): string {
  const target = encodeURIComponent(base.replace(/\/$/, '') + redirect)
  return `${url}${url.includes('?') ? '&' : '?'}redirect=${target}`
}
