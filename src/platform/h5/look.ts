import type { Look, Platform } from '../Platform'
import { readCookie } from './cookies'

/**
 * The app's look from `from=wework` in the address, or from the cookies `from` and `theme` (2§1). Only the cookie sets colours
 * (`1f6fff-1557d6`), so that no link can recolour the app.
 * @param query of the address that opened the app
 */
export function readLook(query: string, cookies: string): Look {
  const from = new URLSearchParams(query).get('from') ?? readCookie(cookies, 'from')
  const [, brand, button] = /^([\da-f]{6})-([\da-f]{6})$/i.exec(readCookie(cookies, 'theme') ?? '') ?? []
  return { wework: from === 'wework', ...(brand && { pair: { brand: `#${brand}`, button: `#${button}` } }) }
}

export function createTheme(): Pick<Platform, 'systemTheme' | 'onSystemTheme'> {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const systemTheme = () => (dark.matches ? 'dark' : 'light')
  return {
    systemTheme,
    onSystemTheme(listener) {
      const handleChange = () => listener(systemTheme())
      dark.addEventListener('change', handleChange)
      return () => dark.removeEventListener('change', handleChange)
    },
  }
}
