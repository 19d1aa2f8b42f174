import type { Dependencies } from '../dependencies'
import { frameOrigin } from '../services/applications/tokens'

/** The screens of the open platform, as the client's router knows them (decisions 38). */
const screen = /^(?:\/h5)?\/(?:open_upload|open_preview|select_(?:files|destination)(?:\/[a-z]+(?:\/\w+)?)?)\/?$/

/**
 * Who may show a page in a frame, where it is a screen of the open platform: the page of the application that its address names by a token
 * (`accessToken`) or by its id and origin, else nobody.
 * @returns undefined for all other pages
 */
export async function frameAncestors(
  ports: Pick<Dependencies, 'db' | 'clock'>,
  url: string,
): Promise<string | undefined> {
  const [path = '', query = ''] = url.split('?', 2)
  if (!screen.test(path)) return undefined
  const told = new URLSearchParams(query)
  const asked = { token: told.get('accessToken'), clientId: told.get('client_id'), origin: told.get('origin') }
  return (await frameOrigin(ports, asked)) ?? "'none'"
}

/** A content security policy with others who may frame the page. */
export function framedBy(policy: string, ancestors: string): string {
  return policy.replace(/frame-ancestors [^;]*/, () => `frame-ancestors ${ancestors}`)
}
