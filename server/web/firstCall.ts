import type { FastifyRequest } from 'fastify'
import { sortFrom } from '@/domain/items/sorting'
import type { Item } from '@/contract/entities'
import { previewKindOf } from '@/domain/items/kinds'
import { FREQUENT_PAGE_SIZE, LIST_PAGE_SIZE } from '@/domain/limits'

/** What a page asks for first: the address of the call, and the answer where the page brings it. */
export interface FirstCall {
  space: Space
  path: string
  text: string | null
}

type Space = 'frequent' | 'own' | 'collab' | 'folder' | 'dept' | 'external' | 'trash'

interface Asked {
  space: Space
  path: string
  /** Its rows are drawn before the app has come; the trash has rows of its own. */
  brings: boolean
}

const page = `offset=0&limit=${LIST_PAGE_SIZE}`
const files = '/api/apps/files'

/** By the address of a page. The web client's own address of the call must be the same one, to the letter: else it asks twice. */
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

/** What tells who asks, in which language and by which way; the rest is about the page. */
const ofTheReader =
  /^(cookie|auth-token|host|user-agent|accept-language|x-lang|x-lang-type|x-real-ip|forwarded|x-forwarded-\w+)$/

/**
 * Asks for the first list of a page as its reader would: through every check that a call goes through. No answer where its address names an
 * order, which the call would remember, and where it is refused: the client then asks, and tells why. Null where a page shows no list.
 */
export async function firstCallOf(request: FastifyRequest): Promise<FirstCall | null> {
  const asked = request.method === 'GET' ? askedAt(request.url) : null
  if (!asked) return null
  const { space, path, brings } = asked
  return { space, path, text: brings ? await answerOf(request, path) : null }
}

/**
 * What a page that opens with a file over it asks for first, as `firstCallOf`: its item and, of a picture, what shows it. By the address of the
 * call; those that were refused are left out, and so are all where an older version is looked at.
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

/** A file over a page, as its address has it (RT-08). */
export interface Previewed {
  fileId: number
  isCurrent: boolean
}

const pagesBelow = /^(\/h5)?(\/|\/files\/.*|\/message(\/.*)?)$/

/** @returns null where no file is over the page */
export function previewedAt(url: string): Previewed | null {
  const [address = '', query = ''] = url.split('?', 2)
  const told = new URLSearchParams(query)
  const [, fileId] = /^(\d{1,15})$/.exec(told.get('file_id') ?? '') ?? []
  if (!fileId || !told.has('preview') || !pagesBelow.test(address)) return null
  return { fileId: Number(fileId), isCurrent: !told.has('version') }
}

/** @returns null where it is refused */
async function answerOf(request: FastifyRequest, path: string): Promise<string | null> {
  const headers = Object.entries(request.headers).filter(([name]) => ofTheReader.test(name))
  const { statusCode, payload } = await request.server.inject({
    url: path,
    headers: Object.fromEntries(headers),
    remoteAddress: request.socket.remoteAddress,
  })
  const isGiven = statusCode === 200 && (JSON.parse(payload) as { success?: unknown }).success === true
  return isGiven ? payload : null
}

function askedAt(url: string): Asked | null {
  const [address = '', query = ''] = url.split('?', 2)
  const place = address.replace(/^\/h5(?=\/|$)/, '')
  for (const [space, pattern, callOf] of calls) {
    const found = pattern.exec(place)
    if (!found) continue
    const told = new URLSearchParams(query)
    const sort = space === 'frequent' ? null : sortFrom(told.get('sort_by'), told.get('sort_direction'))
    const path = callOf(found[1] ?? '')
    return {
      space,
      path: sort ? `${path}&sort_by=${sort.by}&sort_direction=${sort.direction}` : path,
      brings: sort === null && space !== 'trash',
    }
  }
  return null
}
