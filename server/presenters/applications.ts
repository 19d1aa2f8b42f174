import type { Scope } from '@/contract/applications'
import type { AllowedApplication } from '@/contract/grants'
import type { ConsentRow } from '../queries/applications/consents'
import { secondsOf } from '../time/clock'

/** The page fields of an answer with items. */
export function presentOpenPage(
  { page_id, page_capacity }: { page_id: number; page_capacity: number },
  total_count: number,
) {
  return { page_id, page_capacity, page_count: Math.ceil(total_count / page_capacity), total_count }
}

/** What a user sees before allowing an application. @param refused the address for the application's error */
export function presentAsking(
  {
    application: { name },
    scopes,
    redirectUri,
  }: { application: { name: string }; scopes: Scope[]; redirectUri: string | null },
  { isAllowed, refused }: { isAllowed: boolean; refused: string | null },
) {
  return { name, scopes, target: redirectUri && targetOf(redirectUri), is_allowed: isAllowed, refused }
}

/** The host of a page, or the scheme that an app claims. */
function targetOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1)
}

export function presentAllowed({ id, name, scopes, created_at: at }: ConsentRow): AllowedApplication {
  return { id, name, scopes, allowed_at: secondsOf(at) }
}
