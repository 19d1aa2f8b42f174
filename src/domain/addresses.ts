import type { ExternalEnterprise } from '@/contract/entities'
import type { Space } from './items/sorting'

/*
 * The grammar of the addresses in a browser: the router, the pages' links, the scripts of the first page and the server read and write them here.
 * This file is in the app's chunk. Readers that only other chunks or the server need are in files of their own.
 */

export const list = '/files/:space/:id?'
export const link = '/share/:unique_name'
export const chatLink = '/wx/share/preview/:unique_name'
export const messages = '/message/:type?/:id?'

/** RT-01: the same build is served at `/` and below `/h5/`. */
export function baseOf(path: string): '' | '/h5' {
  return /^\/h5(\/|$)/.test(path) ? '/h5' : ''
}

export function withoutBase(path: string): string {
  return path.slice(baseOf(path).length) || '/'
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

const parameter = /\/:(\w+)(\?)?/g

/** The parameters of a path below the base; undefined if it does not match the pattern, or contains a malformed escape. */
export function readPath(pattern: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const source = pattern.replace(parameter, (_, name: string, optional?: string) => {
    names.push(name)
    return optional ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  const found = new RegExp(`^${source}/?$`).exec(path)
  if (!found) return undefined
  const params: Record<string, string> = {}
  try {
    for (const [index, name] of names.entries()) {
      const text = found[index + 1]
      if (text !== undefined) params[name] = decodeURIComponent(text)
    }
  } catch {
    return undefined
  }
  return params
}

/** Fills a pattern with parameters of a query, and joins the others; undefined if a required one is missing. */
export function writeAddress(pattern: string, query: URLSearchParams): string | undefined {
  const rest = new URLSearchParams(query)
  let isComplete = true
  const path = pattern.replace(parameter, (_, name: string, optional?: string) => {
    const value = query.get(name)
    rest.delete(name)
    if (!value && !optional) isComplete = false
    return value ? `/${encodeURIComponent(value)}` : ''
  })
  return isComplete ? joinAddress(path, rest) : undefined
}

/** `enterprise_7` or `user_9` (RT-02). */
export type ExternalId = `${ExternalEnterprise['type']}_${number}`

/** A place whose contents a list shows. */
export type ListLocation =
  | { space: 'own' | 'collab' | 'frequent'; id?: undefined }
  | { space: 'folder' | 'dept'; id: number }
  | { space: 'external'; id: ExternalId }
  /** The user's own trash, or that of an external enterprise or user (LIST-12). */
  | { space: 'trash'; id?: ExternalId }

/** The form of a space's id; null if it has none. `external` is typeprefix_id (RT-02); the trash may have such an id (LIST-12). */
const spaceIds: Record<Space, RegExp | null> = {
  frequent: null,
  own: null,
  collab: null,
  search: null,
  folder: /^\d{1,15}$/,
  dept: /^\d{1,15}$/,
  external: /^(enterprise|user)_\d{1,15}$/,
  trash: /^((enterprise|user)_\d{1,15})?$/,
}

/** A space and its id as an address names them; undefined where they name none. */
export function readSpace(space = 'frequent', id = ''): { space: Space; id?: string } | undefined {
  if (!isSpace(space)) return undefined
  const form = spaceIds[space]
  if (form && !form.test(id)) return undefined
  return form && id ? { space, id } : { space }
}

function isSpace(text: string): text is Space {
  return Object.keys(spaceIds).includes(text)
}

export function listPath({ space, id }: { space: Space; id?: string | number }): string {
  return id === undefined ? `/files/${space}` : `/files/${space}/${id}`
}

/** The target of the root and of unknown addresses (RT-01). */
export const HOME = '/files/frequent'

/** The token of the link whose page is at a path; undefined for other pages. */
export function readLinkPath(path: string): string | undefined {
  const own = withoutBase(path)
  const name = (readPath(link, own) ?? readPath(chatLink, own))?.unique_name
  return name !== undefined && /^[\w-]{22}$/.test(name) ? name : undefined
}

export function linkPath(uniqueName: string): string {
  return `/share/${uniqueName}`
}

/** A file open over a page (RT-08). */
export interface Previewed {
  fileId: number
  isCurrent: boolean
}

/** The file open over a list or the messages; null where no file is open. */
export function readPreview(url: string): Previewed | null {
  const { path, query } = splitAddress(url)
  const own = withoutBase(path)
  const fileId = query.get('file_id') ?? ''
  const isPage = own === '/' || [list, messages].some((pattern) => readPath(pattern, own))
  if (!isPage || !query.has('preview') || !/^\d{1,15}$/.test(fileId)) return null
  return { fileId: Number(fileId), isCurrent: !query.has('version') }
}
