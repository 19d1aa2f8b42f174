import { queryOf } from '../places'
import type { Overlay, Place } from '../Platform'

export { overlaysOfPage } from './router'

/** A browser shows preview and pickers above its page: as overlays whose flags and companions stand in the address. */
export function overlayOf(place: Place): Overlay | undefined {
  if (place.page !== 'preview' && place.page !== 'pick') return undefined
  const [[flag, value] = ['', ''], ...companions] = Object.entries(queryOf(place))
  return { flag, value, companions: Object.fromEntries(companions) }
}
