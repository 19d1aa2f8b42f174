import type { FastifyRequest } from 'fastify'
import { readListPath } from '@/domain/items/lists/readListPath'
import { splitAddress, withoutBase, type ListLocation, type Previewed } from '@/domain/addresses'
import { sortFrom } from '@/domain/items/sorting'
import type { Item } from '@/contract/entities'
import { previewKindOf } from '@/domain/items/kinds'
import { PEOPLE_PAGE_SIZE } from '@/domain/limits'
import { FREQUENT_PAGE_SIZE, LIST_PAGE_SIZE } from '@/domain/listLimits'
import { pageCall } from '../http/turns'

/** The first call of a page: its address, and its answer when the page carries the answer. */
export interface FirstCall {
  space: ListLocation['space']
  path: string
  text: string | null
}

const page = `offset=0&limit=${LIST_PAGE_SIZE}`
const files = '/api/apps/files'

/** The address of a list's call. The web client must build exactly the same address; otherwise it asks twice. */
function callOf({ space, id }: ListLocation): string {
  switch (space) {
    case 'frequent':
      return `/api/apps/frequently_used_items/get_list?page_size=${FREQUENT_PAGE_SIZE}`
    case 'own':
      return `${files}/file_list/0?folder_type=own&${page}`
    case 'collab':
      return `${files}/file_list_for_collabs?${page}`
    case 'folder':
      return `${files}/file_list/${id}?folder_type=folder&${page}`
    case 'dept':
      return `${files}/file_list/0?department_id=${id}&${page}`
    case 'external':
      return `${files}/file_list_for_external_enterprise?${id.replace(/_0*(?=\d)/, '_id=')}&${page}`
    case 'trash':
      return `${files}/trash_list?${id === undefined ? '' : `external_typed_id=${id}&`}${page}`
  }
}

/** Headers that identify the reader, the language and the way of the request. Other headers concern the page. */
const readerHeaders =
  /^(cookie|auth-token|host|user-agent|accept-language|x-lang|x-lang-type|x-real-ip|forwarded|x-forwarded-\w+)$/

/**
 * Makes the first call of a page as its reader, through every check of a call. The answer is null when the address names an order, because the call
 * would remember the order, and when the call is refused or would have to wait: the client then asks itself and shows the reason. Returns null for a page without a list.
 */
export async function firstCallOf(request: FastifyRequest): Promise<FirstCall | null> {
  const { path: address, query } = splitAddress(request.url)
  const at = request.method === 'GET' ? readListPath(address) : null
  if (!at) return null
  const { space } = at
  const sort = space === 'frequent' ? null : sortFrom(query.get('sort_by'), query.get('sort_direction'))
  const path = callOf(at) + (sort ? `&sort_by=${sort.by}&sort_direction=${sort.direction}` : '')
  // The trash has other rows.
  return { space, path, text: sort === null && space !== 'trash' ? await answerOf(request, path) : null }
}

/**
 * Like `firstCallOf`, for a page with a file open over it: fetches the item and, for a picture, its rendition. The answers are keyed by the address
 * of the call. Refused calls are omitted. For an older version nothing is fetched.
 */
export async function previewCallsOf(request: FastifyRequest, { fileId, isCurrent }: Previewed) {
  const answers: Record<string, string> = {}
  const ask = async (path: string) => {
    const text = await answerOf(request, path)
    if (text !== null) answers[path] = text
    return text
  }
  const text = isCurrent ? await ask(`${files}/get_info?item_typed_id=file_${fileId}`) : null
  const { item } = JSON.parse(text ?? '{}') as { item?: Pick<Item, 'extension_category'> }
  const kind = item && previewKindOf(item)
  if (kind === 'image_1024') await ask(`/api/apps/representations/info?file_id=${fileId}&kind=${kind}&is_first=true`)
  return answers
}

/** The console's list of people, and its other places, which need more code. */
export function consolePlaceAt(url: string): 'people' | 'other' | null {
  const [, page, place, id] = withoutBase(splitAddress(url).path).split('/')
  if (page !== 'admin') return null
  return place === 'people' && !id ? 'people' : 'other'
}

/** Like `previewCallsOf`, for the console's list of people; nothing for an address with filters. */
export async function consoleCallsOf(request: FastifyRequest): Promise<Record<string, string>> {
  const path = `/api/admin/people/list?offset=0&limit=${PEOPLE_PAGE_SIZE}`
  const text = splitAddress(request.url).query.size === 0 ? await answerOf(request, path) : null
  return text === null ? {} : { [path]: text }
}

/** @returns null when the call is refused */
async function answerOf(request: FastifyRequest, path: string): Promise<string | null> {
  const headers = Object.entries(request.headers).filter(([name]) => readerHeaders.test(name))
  const { statusCode, payload } = await request.server.inject({
    url: path,
    headers: { ...Object.fromEntries(headers), [pageCall.name]: pageCall.value },
    remoteAddress: request.socket.remoteAddress,
  })
  const isSuccess = statusCode === 200 && (JSON.parse(payload) as { success?: unknown }).success === true
  return isSuccess ? payload : null
}
