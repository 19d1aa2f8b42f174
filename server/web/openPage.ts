import { readOpenScreen } from '@/domain/applications/openScreens'
import type { Dependencies } from '../dependencies'
import { frameOrigin } from '../services/applications/tokens'

/**
 * The origin that may frame a screen of the open platform: the origin of the application that the address names by a token (`accessToken`) or by
 * id and origin; otherwise nobody.
 * @returns undefined for all other pages
 */
export async function frameAncestors(
  ports: Pick<Dependencies, 'db' | 'clock'>,
  url: string,
): Promise<string | undefined> {
  const [path = '', query = ''] = url.split('?', 2)
  if (!readOpenScreen(path)) return undefined
  const params = new URLSearchParams(query)
  const client = { token: params.get('accessToken'), clientId: params.get('client_id'), origin: params.get('origin') }
  return (await frameOrigin(ports, client)) ?? "'none'"
}

/** Replaces the allowed ancestors of a content security policy. */
export function withFrameAncestors(policy: string, ancestors: string): string {
  return policy.replace(/frame-ancestors [^;]*/, () => `frame-ancestors ${ancestors}`)
}
