/** A browser that follows redirects over several origins with their cookies, and loads no page. */
export class SignOnBrowser {
  private readonly jars = new Map<string, Map<string, string>>()
  /** the addresses of the last `open` */
  trail: string[] = []

  /** @param until stops before an address is asked for @returns the address at which no redirect follows, and its answer */
  async open(
    address: string,
    { until = () => false, headers = {} }: { until?(url: URL): boolean; headers?: Record<string, string> } = {},
  ): Promise<{ url: URL; status: number; body: string }> {
    let url = new URL(address)
    this.trail = []
    for (let step = 0; step < 20; step += 1) {
      this.trail.push(url.href)
      if (until(url)) return { url, status: 0, body: '' }
      const response = await fetch(url, { redirect: 'manual', headers: { ...headers, cookie: this.cookieFor(url) } })
      this.keep(url, response.headers.getSetCookie())
      const location = response.headers.get('location')
      if (location === null) return { url, status: response.status, body: await response.text() }
      await response.body?.cancel()
      url = new URL(location, url)
    }
    throw new Error(`too many redirects: ${this.trail.join(' → ')}`)
  }

  cookieFor({ origin }: URL): string {
    return [...(this.jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private keep({ origin }: URL, cookies: readonly string[]): void {
    const jar = this.jars.get(origin) ?? new Map<string, string>()
    this.jars.set(origin, jar)
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';', 1)
      const at = pair.indexOf('=')
      const isGone = /;\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(cookie)
      if (isGone) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}
