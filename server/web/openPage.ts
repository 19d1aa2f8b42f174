import type { Dependencies } from '../dependencies'
import { frameOrigin } from '../services/applications/tokens'

/** The screens of the open platform, as the client's router knows them (decisions 38). */
const screen = /^(?:\/h5)?\/(?:open_upload|open_preview|select_(?:files|destination)(?:\/[a-z]+(?:\/\w+)?)?)\/?$/

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
  if (!screen.test(path)) return undefined
  const params = new URLSearchParams(query)
  const client = { token: params.get('accessToken'), clientId: params.get('client_id'), origin: params.get('origin') }
  return (await frameOrigin(ports, client)) ?? "'none'"
}

/** Replaces the allowed ancestors of a content security policy. */
export function withFrameAncestors(policy: string, ancestors: string): string {
  return policy.replace(/frame-ancestors [^;]*/, () => `frame-ancestors ${ancestors}`)
}
