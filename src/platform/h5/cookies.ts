/** Reads one cookie of a `document.cookie`; undefined when it is not there. */
export function readCookie(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return undefined
}

/** What to assign to `document.cookie`: for the whole site, sent with navigations from elsewhere too. */
export function cookieText(name: string, value: string, days: number): string {
  return `${name}=${encodeURIComponent(value)}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax`
}
