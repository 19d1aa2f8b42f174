import type { ExternalId, ListSource } from '@/stores/items/lists/listSources'

const address =
  /^(?:\/h5)?(?:\/files\/(own|collab|frequent|trash|folder|dept|external)(?:\/((?:(?:enterprise|user)_)?\d{1,15}))?)?\/?$/

/** The place whose list an address shows; null for another screen. The root leads to the frequent space (RT-01). */
export function placeAt(path: string): ListSource | null {
  const found = address.exec(path)
  if (!found) return null
  const [, space = 'frequent', id] = found
  const isExternal = id !== undefined && /\D/.test(id)
  if (space === 'trash') return isExternal ? { space, id: id as ExternalId } : { space }
  if (space === 'own' || space === 'collab' || space === 'frequent') return { space }
  if (id === undefined || isExternal !== (space === 'external')) return null
  return space === 'external' ? { space, id: id as ExternalId } : { space: space as 'folder' | 'dept', id: Number(id) }
}
