import { overlayRules } from '@/domain/overlays'
import { queryOf } from '../places'
import type { Overlay, Place } from '../Platform'

export { overlaysOfPage } from './router'

/**
 * In a browser, a place whose query begins with a flag (preview, search, picker, sharing) is an overlay above its page. The address contains the
 * flag and its companions.
 * The list of versions opens above the preview (PREV-12), the members of a folder above its list (LIST-08).
 */
export function overlaysOf(place: Place): Overlay[] {
  const { tab, ...query } = overlayQuery(place)
  if (place.page === 'members') {
    const members = { flag: 'tab', value: 'collab', companions: {} }
    return place.isInviting ? [members, { flag: 'invite', value: '1', companions: {} }] : [members]
  }
  const [[flag, value] = ['', ''], ...companions] = Object.entries(query)
  const overlay = { flag, value, companions: Object.fromEntries(companions) }
  if (!overlayRules.has(flag)) return []
  return tab ? [overlay, { flag: 'tab', value: tab, companions: {} }] : [overlay]
}

/** The query of an overlay's place, the flag first. It omits `space` and `id`, because a search uses the space of the page below. */
export function overlayQuery(place: Place): Record<string, string> {
  const { space: _space, id: _id, ...query } = queryOf(place)
  return query
}
