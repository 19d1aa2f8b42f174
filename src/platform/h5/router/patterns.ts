import { joinAddress, readPath, splitAddress, writeAddress } from '@/domain/addresses'

/** A page in Taro's generated entry: its path, its loader and its page configuration in one object. */
export interface Route {
  path: string
  load(): Promise<[unknown, ...unknown[]]> | [unknown, ...unknown[]]
  [configuration: string]: unknown
}

export interface Place {
  route: Route
  /** Path and query, as the browser shows them without the base. */
  address: string
  /** Parameters of the pattern and the query together. */
  params: Record<string, string>
}

export interface Patterns {
  /** The page at an address; undefined if there is none. */
  find(address: string): Place | undefined
  /** Like `find`, but also accepts a page's own path with the parameters in the query, as in a mini-program. */
  resolve(url: string): Place | undefined
}

/** @param customRoutes patterns by page path; a page without a pattern has its path as its address */
export function compilePatterns(routes: Route[], customRoutes: Record<string, string | string[]>): Patterns {
  const patterns = routes.flatMap((route) => {
    const own = `/${route.path}`
    return [customRoutes[own] ?? own].flat().map((text) => ({ text, route }))
  })

  function find(address: string): Place | undefined {
    const { path, query } = splitAddress(address)
    for (const { text, route } of patterns) {
      const params = readPath(text, path)
      if (!params) continue
      return {
        route,
        address: joinAddress(path, query),
        params: { ...Object.fromEntries(query), ...params },
      }
    }
    return undefined
  }

  function resolve(url: string): Place | undefined {
    const { path, query } = splitAddress(url.startsWith('/') ? url : `/${url}`)
    for (const { text, route } of patterns) {
      if (path !== `/${route.path}`) continue
      const address = writeAddress(text, query)
      if (address) return find(address)
    }
    return find(url)
  }

  return { find, resolve }
}
