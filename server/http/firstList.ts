import type { FastifyRequest } from 'fastify'
import { FREQUENT_PAGE_SIZE, LIST_PAGE_SIZE } from '@/domain/limits'

/** The first list of a page: the address of its call, and the answer as it would come. */
export interface FirstList {
  path: string
  text: string
}

const page = `offset=0&limit=${LIST_PAGE_SIZE}`
const files = '/api/apps/files'

/** By the address of a page, what the web client asks for first (src/shell/start.h5.ts); what is not told here it asks by itself. */
const calls: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^(?:\/files\/frequent)?\/?$/, () => `/api/apps/frequently_used_items/get_list?page_size=${FREQUENT_PAGE_SIZE}`],
  [/^\/files\/own\/?$/, () => `${files}/file_list/0?folder_type=own&${page}`],
  [/^\/files\/collab\/?$/, () => `${files}/file_list_for_collabs?${page}`],
  [/^\/files\/folder\/(\d{1,15})\/?$/, (id) => `${files}/file_list/${id}?folder_type=folder&${page}`],
  [/^\/files\/dept\/(\d{1,15})\/?$/, (id) => `${files}/file_list/0?department_id=${id}&${page}`],
]

/** These are about the page itself, not about what its list is asked for. */
const ofThePage = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'range']

/**
 * Asks for the first list of a page as its reader would: through every check that a call goes through. Null where the page shows none, where
 * its address names an order, which the call would remember, and where it is refused: the client then asks, and tells why.
 */
export async function firstListOf(request: FastifyRequest): Promise<FirstList | null> {
  const [address = '', query = ''] = request.url.split('?', 2)
  if (request.method !== 'GET' || new URLSearchParams(query).has('sort_by')) return null
  const path = callAt(address.replace(/^\/h5(?=\/|$)/, ''))
  if (path === null) return null
  const kept = Object.entries(request.headers).filter(([name]) => !ofThePage.includes(name))
  const { statusCode, payload } = await request.server.inject({
    url: path,
    headers: Object.fromEntries(kept),
    remoteAddress: request.socket.remoteAddress,
  })
  const isGiven = statusCode === 200 && (JSON.parse(payload) as { success?: unknown }).success === true
  return isGiven ? { path, text: payload } : null
}

function callAt(address: string): string | null {
  for (const [pattern, callOf] of calls) {
    const found = pattern.exec(address)
    if (found) return callOf(String(Number(found[1])))
  }
  return null
}
