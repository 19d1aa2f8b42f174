import { readSpace } from '@/domain/addresses'
import { sortFrom } from '@/domain/items/sorting'
import type { MessageKind } from '@/domain/messages/messages'
import type { ContactMode } from '@/domain/contacts/contacts'
import type { Place, PlaceOf, SearchIn } from './Platform'
import { decodeQuery, encodeQuery } from './query'

type PageName = Place['page']
type Parameters = Readonly<Record<string, string | undefined>>

interface Page<P extends PageName> {
  /** As in the app's configuration, with a leading slash. */
  path: string
  /** The page's query; the same names on both builds (RT-04). */
  write(place: PlaceOf<P>): Record<string, string | number | undefined>
  read(parameters: Parameters): PlaceOf<P> | undefined
}

/** A page without parameters. */
function bare<P extends 'security' | 'me' | 'admin'>(page: P, path: string): Page<P> {
  return { path, write: () => ({}), read: () => ({ page }) as unknown as PlaceOf<P> }
}

const pages: { [P in PageName]: Page<P> } = {
  files: {
    path: '/pages/files/index',
    write: ({ space, id, sort }) => ({ space, id, sort_by: sort?.by, sort_direction: sort?.direction }),
    read({ space, id, sort_by: by, sort_direction: direction }) {
      const where = readSpace(space, id)
      const sort = sortFrom(by, direction)
      return where && { page: 'files', ...where, ...(sort && { sort }) }
    },
  },
  login: {
    path: '/packages/account/login/index',
    write: ({ redirect }) => ({ redirect }),
    read: ({ redirect, refused }) => ({
      page: 'login',
      ...(redirect && { redirect: unescapePath(redirect) }),
      ...(refused && { refused }),
    }),
  },
  security: bare('security', '/packages/account/security/index'),
  me: bare('me', '/packages/account/me/index'),
  admin: bare('admin', '/packages/admin/index'),
  preview: {
    path: '/packages/preview/index',
    write: ({ fileId, version, tab, by }) => ({ preview: 1, file_id: fileId, version, tab, by }),
    read({ file_id: fileId, version, tab, by }) {
      if (!isNumber(fileId)) return undefined
      return {
        page: 'preview',
        fileId: Number(fileId),
        ...(isNumber(version) && { version: Number(version) }),
        ...(tab === 'version' && { tab }),
        ...(by === 'taken' && { by }),
      }
    },
  },
  search: {
    path: '/packages/search/index',
    write: ({ searchIn, text, space, id }) => ({
      search: 1,
      search_in: searchIn,
      search_text: text || undefined,
      space,
      id,
    }),
    read({ search_in: searchIn, search_text: text = '', space, id }) {
      const where = readSpace(space, id)
      return isSearchIn(searchIn) && where ? { page: 'search', searchIn, text: decodeText(text), ...where } : undefined
    },
  },
  message: {
    path: '/packages/message/index',
    write: ({ type, id }) => ({ type, id }),
    read: ({ type, id }) => ({
      page: 'message',
      ...(isMessageKind(type) && { type, ...(isNumber(id) && { id: Number(id) }) }),
    }),
  },
  pick: {
    path: '/packages/pick/index',
    write: ({ action, typedId }) => ({ movecopy: `${action}:${typedId}` }),
    // WeChat passes a page its query without decoding it.
    read({ movecopy = '' }) {
      const [, action, typedId] = /^(move|copy|add)(?::|%3[Aa])((?:file|folder)_\d{1,15}|chosen)$/.exec(movecopy) ?? []
      return typedId ? { page: 'pick', action: action as PlaceOf<'pick'>['action'], typedId } : undefined
    },
  },
  share: {
    path: '/packages/share/index',
    write: ({ typedId }) => ({ share: typedId }),
    read: ({ share = '' }) => (share === 'chosen' || isItem(share) ? { page: 'share', typedId: share } : undefined),
  },
  shares: {
    path: '/packages/share/links/index',
    write: ({ id, item }) => ({ id, item }),
    read: ({ id, item = '' }) => ({
      page: 'shares',
      ...(isNumber(id) ? { id: Number(id) } : isItem(item) && { item }),
    }),
  },
  collects: {
    path: '/packages/share/collect/index',
    write: ({ id, folder }) => ({ id, folder }),
    read: ({ id, folder }) => ({
      page: 'collects',
      ...(isNumber(id) ? { id: Number(id) } : isNumber(folder) && { folder: Number(folder) }),
    }),
  },
  handIn: {
    path: '/packages/share/collect/handin/index',
    write: ({ uniqueName }) => ({ unique_name: uniqueName }),
    read: ({ unique_name: uniqueName = '' }) =>
      /^[\w-]{22}$/.test(uniqueName) ? { page: 'handIn', uniqueName } : undefined,
  },
  comments: {
    path: '/packages/comments/index',
    write: ({ typedId, message }) => ({ comment: 1, typed_id: typedId, message_id: message }),
    read: ({ typed_id: typedId = '', message_id: message }) =>
      isItem(typedId)
        ? { page: 'comments', typedId, ...(isNumber(message) && { message: Number(message) }) }
        : undefined,
  },
  people: {
    path: '/packages/people/index',
    write: ({ choice: { mode, typedId } }) => ({ contactselect: typedId ? `${mode}:${typedId}` : mode }),
    read({ contactselect = '' }) {
      const [, mode, typedId] =
        /^(share|invite|mention|collect)(?:(?::|%3[Aa])((?:file|folder|collect)_\d{1,15}|chosen))?$/.exec(
          contactselect,
        ) ?? []
      return mode ? { page: 'people', choice: { mode: mode as ContactMode, ...(typedId && { typedId }) } } : undefined
    },
  },
  members: {
    path: '/packages/people/members/index',
    write: ({ folderId, isInviting }) => ({ tab: 'collab', id: folderId, invite: isInviting && 1 }),
    read: ({ tab, id, invite }) =>
      tab === 'collab' && isNumber(id)
        ? { page: 'members', folderId: Number(id), ...(invite === '1' && { isInviting: true as const }) }
        : undefined,
  },
  access: {
    path: '/packages/people/members/access/index',
    write: ({ typedId }) => ({ access: typedId }),
    read: ({ access = '' }) => (isItem(access) ? { page: 'access', typedId: access } : undefined),
  },
  invitation: {
    path: '/packages/people/members/invitation/index',
    write: ({ collabId }) => ({ type: 'accept', collab_id: collabId }),
    read: ({ type, collab_id: id }) =>
      type === 'accept' && isNumber(id) ? { page: 'invitation', collabId: Number(id) } : undefined,
  },
  visit: {
    path: '/packages/visit/index',
    write: ({ uniqueName, item, message, isPrivate }) => ({
      unique_name: uniqueName,
      item,
      message,
      private: isPrivate && 1,
    }),
    read({ unique_name: uniqueName = '', item = '', message, private: isPrivate }) {
      if (!/^[\w-]{22}$/.test(uniqueName)) return undefined
      return {
        page: 'visit',
        uniqueName,
        ...(isItem(item) && { item }),
        ...(isNumber(message) && { message: Number(message) }),
        ...(isPrivate && { isPrivate: true }),
      }
    },
  },
  promotion: {
    path: '/packages/promotion/index',
    write: ({ type }) => ({ type }),
    read: ({ type }) => ({ page: 'promotion', ...(isNumber(type) && { type: Number(type) }) }),
  },
  wxPreview: {
    path: '/packages/visit/wx/preview/index',
    write: ({ fileId, root }) => ({ file_id: fileId, root_id: root }),
    read: ({ file_id: fileId, root_id: root }) =>
      isNumber(fileId)
        ? { page: 'wxPreview', fileId: Number(fileId), ...(isNumber(root) && { root: Number(root) }) }
        : undefined,
  },
  wxShare: {
    path: '/packages/visit/wx/share/index',
    write: ({ uniqueName, item, root, password, saved, isPrivate }) => ({
      unique_name: uniqueName,
      item_id: item,
      root_id: root,
      password,
      saved: saved && 1,
      private: isPrivate && 1,
    }),
    read({ unique_name: uniqueName = '', item_id: item, root_id: root, password, saved, private: isPrivate }) {
      if (!/^[\w-]{22}$/.test(uniqueName)) return undefined
      return {
        page: 'wxShare',
        uniqueName,
        ...(isNumber(item) && { item: Number(item) }),
        ...(isNumber(root) && { root: Number(root) }),
        ...(password && { password: decodeText(password) }),
        ...(saved && saved !== '0' && saved !== 'false' && { saved: true }),
        ...(isPrivate && { isPrivate: true }),
      }
    },
  },
}

const pageNames = Object.keys(pages) as PageName[]

/** A search needs this parameter (RT-10). */
function isSearchIn(text: string | undefined): text is SearchIn {
  return /^(current|space|all)$/.test(text ?? '')
}

function isMessageKind(text: string | undefined): text is MessageKind {
  return text === 'comment' || text === 'share_link' || text === 'collab'
}

function isItem(text: string): boolean {
  return /^(file|folder)_\d{1,15}$/.test(text)
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}$/.test(text)
}

/** Decodes a text of only escapes and plain letters, because WeChat passes a page its query without decoding it. */
function decodeText(text: string): string {
  if (!/^(?:%[0-9A-F]{2}|[\w.~!*'()-])+$/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a return path, because WeChat passes a page its query without decoding it. A decoded path begins with a slash. */
function unescapePath(path: string): string {
  return /^%2f/i.test(path) ? decodeURIComponent(path) : path
}

/** The query of a place. For a preview and a picker the flag is first. */
export function queryOf(place: Place): Record<string, string> {
  const written = Object.entries((pages[place.page] as Page<PageName>).write(place))
  return Object.fromEntries(written.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

/** The address of a place's page with its query, as in the app's configuration: `/pages/files/index?space=folder&id=3`. */
export function pageUrl(place: Place): string {
  const { path } = pages[place.page]
  const query = encodeQuery(queryOf(place))
  return query ? `${path}?${query}` : path
}

/** Reads the query of a page; undefined if it names no place. Ignores other parameters. */
export function placeOf<P extends PageName>(page: P, parameters: Parameters): PlaceOf<P> | undefined {
  return pages[page].read(parameters)
}

/** Reads an address from `pageUrl`; undefined for any other. */
export function placeAt(url: string): Place | undefined {
  const [path = '', query = ''] = url.split('?')
  const page = pageNames.find((name) => pages[name].path === path)
  return page && placeOf(page, decodeQuery(query))
}
