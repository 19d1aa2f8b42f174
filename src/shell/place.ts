import type { ListAt } from '@/stores/listSources'

const address = /^(?:\/h5)?(?:\/files\/(own|collab|frequent|trash|folder|dept)(?:\/(\d{1,15}))?)?\/?$/

/** The place whose list stands at an address; null for another screen. The root leads to the frequent space (RT-01). */
export function placeAt(path: string): ListAt | null {
  const found = address.exec(path)
  if (!found) return null
  const [, space = 'frequent', id] = found
  if (space === 'own' || space === 'collab' || space === 'frequent' || space === 'trash') return { space }
  return id === undefined ? null : { space: space as 'folder' | 'dept', id: Number(id) }
}
