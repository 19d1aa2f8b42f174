import type { FastifyRequest } from 'fastify'
import { sortFrom } from '@/domain/items/sorting'
import type { Item } from '@/contract/entities'
import { previewKindOf } from '@/domain/items/kinds'
import { FREQUENT_PAGE_SIZE, LIST_PAGE_SIZE } from '@/domain/limits'

/** The first call of a page: its address, and its answer when the page carries the answer. */
export interface FirstCall {
  space: Space
  path: string
  text: string | null
}

type Space = 'frequent' | 'own' | 'collab' | 'folder' | 'dept' | 'external' | 'trash'

interface PageCall {
  space: Space
  path: string
  /** Whether the rows are drawn before the app has loaded. The trash has other rows. */
  carriesAnswer: boolean
}

const page = `offset=0&limit=${LIST_PAGE_SIZE}`
const files = '/api/apps/files'

/** By a page's address. The web client must build exactly the same address of the call; otherwise it asks twice. */
const calls: readonly (readonly [Space, RegExp, (id: string) => string])[] = [
  [
    'frequent',
    /^(?:\/files\/frequent)?\/?$/,
    () => `/api/apps/frequently_used_items/get_list?page_size=${FREQUENT_PAGE_SIZE}`,
  ],
  ['own', /^\/files\/own\/?$/, () => `${files}/file_list/0?folder_type=own&${page}`],
  ['collab', /^\/files\/collab\/?$/, () => `${files}/file_list_for_collabs?${page}`],
  ['folder', /^\/files\/folder\/(\d{1,15})\/?$/, (id) => `${files}/file_list/${Number(id)}?folder_type=folder&${page}`],
  ['dept', /^\/files\/dept\/(\d{1,15})\/?$/, (id) => `${files}/file_list/0?department_id=${Number(id)}&${page}`],
  [
    'external',
    /^\/files\/external\/((?:enterprise|user)_\d{1,15})\/?$/,
    (id) => `${files}/file_list_for_external_enterprise?${id.replace(/_0*(?=\d)/, '_id=')}&${page}`,
  ],
  ['trash', /^\/files\/trash\/?$/, () => `${files}/trash_list?${page}`],
  [
    'trash',
    /^\/files\/trash\/((?:enterprise|user)_\d{1,15})\/?$/,
    (id) => `${files}/trash_list?external_typed_id=${id}&${page}`,
  ],
]

/** Headers that identify the reader, the language and the way of the request. Other headers concern the page. */
const readerHeaders =
  /^(cookie|auth-token|host|user-agent|accept-language|x-lang|x-lang-type|x-real-ip|forwarded|x-forwarded-\w+)$/

/**
 * Makes the first call of a page as its reader, through every check of a call. The answer is null when the address names an order, because the call
 * would remember the order, and when the call is refused: the client then asks itself and shows the reason. Returns null for a page without a list.
 */
export async function firstCallOf(request: FastifyRequest): Promise<FirstCall | null> {
  const call = request.method === 'GET' ? pageCallAt(request.url) : null
  if (!call) return null
  const { space, path, carriesAnswer } = call
  return { space, path, text: carriesAnswer ? await answerOf(request, path) : null }
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

/** A file open over a page, as the page's address names it (RT-08). */
export interface Previewed {
  fileId: number
  isCurrent: boolean
}

const pagesBelow = /^(\/h5)?(\/|\/files\/.*|\/message(\/.*)?)$/

/** @returns null when no file is open over the page */
export function previewedAt(url: string): Previewed | null {
  const [address = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const [, fileId] = /^(\d{1,15})$/.exec(params.get('file_id') ?? '') ?? []
  if (!fileId || !params.has('preview') || !pagesBelow.test(address)) return null
  return { fileId: Number(fileId), isCurrent: !params.has('version') }
}

/** @returns null when the call is refused */
async function answerOf(request: FastifyRequest, path: string): Promise<string | null> {
  const headers = Object.entries(request.headers).filter(([name]) => readerHeaders.test(name))
  const { statusCode, payload } = await request.server.inject({
    url: path,
    headers: Object.fromEntries(headers),
    remoteAddress: request.socket.remoteAddress,
  })
  const isSuccess = statusCode === 200 && (JSON.parse(payload) as { success?: unknown }).success === true
  return isSuccess ? payload : null
}

function pageCallAt(url: string): PageCall | null {
  const [address = '', query = ''] = url.split('?', 2)
  const place = address.replace(/^\/h5(?=\/|$)/, '')
  for (const [space, pattern, callOf] of calls) {
    const found = pattern.exec(place)
    if (!found) continue
    const params = new URLSearchParams(query)
    const sort = space === 'frequent' ? null : sortFrom(params.get('sort_by'), params.get('sort_direction'))
    const path = callOf(found[1] ?? '')
    return {
      space,
      path: sort ? `${path}&sort_by=${sort.by}&sort_direction=${sort.direction}` : path,
      carriesAnswer: sort === null && space !== 'trash',
    }
  }
  return null
}
