/** A page in Taro's generated entry: its path, its loader and its page configuration in one object. */
export interface Route {
  path: string
  load(): Promise<[unknown, ...unknown[]]> | [unknown, ...unknown[]]
  [configuration: string]: unknown
}

export interface Place {
  route: Route
  /** The parameters of the pattern and of the query. */
  address: string
  /** Parameters of the pattern and the query together. */
  params: Record<string, string>
}

interface Pattern {
  expression: RegExp
  keys: string[]
  text: string
  route: Route
}

export interface Patterns {
  /** The page at an address; undefined if there is none. */
  find(address: string): Place | undefined
  /** The page at an address, or at a page's own path with its parameters in the query, as in a mini-program. */
  resolve(url: string): Place | undefined
}

const parameter = /\/:(\w+)(\?)?/g

function compile(text: string, route: Route): Pattern {
  const keys: string[] = []
  const source = text.replace(parameter, (_, key: string, optional?: string) => {
    keys.push(key)
    return optional ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  return { expression: new RegExp(`^${source}/?$`), keys, text, route }
}

export function splitAddress(url: string): { path: string; query: URLSearchParams } {
  const [address = ''] = url.split('#')
  const at = address.indexOf('?')
  return { path: at < 0 ? address : address.slice(0, at), query: new URLSearchParams(at < 0 ? '' : address.slice(at)) }
}

export function joinAddress(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function paramsOf(pattern: Pattern, path: string): Record<string, string> | undefined {
  const match = pattern.expression.exec(path)
  if (!match) return undefined
  const params: Record<string, string> = {}
  for (const [index, key] of pattern.keys.entries()) {
    const text = match[index + 1]
    if (text === undefined) continue
    const value = decodeText(text)
    if (value === undefined) return undefined
    params[key] = value
  }
  return params
}

/** Fills a pattern's path with its parameters; undefined if a required one is missing. */
function fillPath(pattern: Pattern, query: URLSearchParams): string | undefined {
  const rest = new URLSearchParams(query)
  let complete = true
  const path = pattern.text.replace(parameter, (_, key: string, optional?: string) => {
    const value = query.get(key)
    rest.delete(key)
    if (!value && !optional) complete = false
    return value ? `/${encodeURIComponent(value)}` : ''
  })
  return complete ? joinAddress(path, rest) : undefined
}

/** @param customRoutes patterns by page path; a page without a pattern has its path as its address */
export function compilePatterns(routes: Route[], customRoutes: Record<string, string | string[]>): Patterns {
  const patterns = routes.flatMap((route) => {
    const own = `/${route.path}`
    return [customRoutes[own] ?? own].flat().map((text) => compile(text, route))
  })

  function find(address: string): Place | undefined {
    const { path, query } = splitAddress(address)
    for (const pattern of patterns) {
      const params = paramsOf(pattern, path)
      if (!params) continue
      return {
        route: pattern.route,
        address: joinAddress(path, query),
        params: { ...Object.fromEntries(query), ...params },
      }
    }
    return undefined
  }

  function resolve(url: string): Place | undefined {
    const { path, query } = splitAddress(url.startsWith('/') ? url : `/${url}`)
    for (const pattern of patterns) {
      if (path !== `/${pattern.route.path}`) continue
      const address = fillPath(pattern, query)
      if (address) return find(address)
    }
    return find(url)
  }

  return { find, resolve }
}
