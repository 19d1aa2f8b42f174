import type { CallName, Request } from '@/contract/api'

export interface EncodedCall {
  method: 'GET' | 'POST'
  /** Relative to the origin, with `/api` and the query. */
  path: string
  /** JSON; absent for GET. */
  body?: Record<string, unknown>
}

const PREFIX = '/api'

/**
 * Turns a call into method, address and body (1§7, CTX-02). The request fills the parts of the path; its other fields are the query of a GET
 * (booleans as words, lists joined by commas: decisions 43) or the body of a POST.
 */
export function encodeCall<K extends CallName>(name: K, request: Request<K>): EncodedCall {
  const [method, template] = name.split(' ') as ['GET' | 'POST', string]
  const rest: Record<string, unknown> = { ...request }
  const path =
    PREFIX +
    template.replace(/\{(\w+)\}/g, (_, part: string) => {
      const value = rest[part]
      delete rest[part]
      return encodeURIComponent(String(value))
    })
  return method === 'POST' ? { method, path, body: rest } : { method, path: path + queryOf(rest) }
}

function queryOf(values: Record<string, unknown>): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
