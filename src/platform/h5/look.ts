import type { Look } from '../Platform'
import { readCookie } from './cookies'

/**
 * How the app looks, as the address says with `from=wework`, or the cookies `from` and `theme` (2§1). The colours come from the cookie alone,
 * `1f6fff-1557d6`: no link that somebody sends recolours the app.
 * @param query of the address that the app was opened with
 */
export function readLook(query: string, cookies: string): Look {
  const from = new URLSearchParams(query).get('from') ?? readCookie(cookies, 'from')
  const [, brand, button] = /^([\da-f]{6})-([\da-f]{6})$/i.exec(readCookie(cookies, 'theme') ?? '') ?? []
  return { wework: from === 'wework', ...(brand && { pair: { brand: `#${brand}`, button: `#${button}` } }) }
}
