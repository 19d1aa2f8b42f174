import { queryOf } from '../places'
import type { Overlay, Place } from '../Platform'

export { overlaysOfPage } from './router'

const overlaid: readonly string[] = ['preview', 'pick', 'search', 'share']

/**
 * A browser shows preview, search, pickers and sharing above its page: as overlays whose flags and companions stand in the address.
 * The list of versions lies above the preview (PREV-12).
 */
export function overlaysOf(place: Place): Overlay[] {
  if (!overlaid.includes(place.page)) return []
  const { tab, ...query } = overlayQuery(place)
  const [[flag, value] = ['', ''], ...companions] = Object.entries(query)
  const overlay = { flag, value, companions: Object.fromEntries(companions) }
  return tab ? [overlay, { flag: 'tab', value: tab, companions: {} }] : [overlay]
}

/** The query of such a place, the flag first; what a search is about is the page below it. */
export function overlayQuery(place: Place): Record<string, string> {
  const { space: _space, id: _id, ...query } = queryOf(place)
  return query
}
