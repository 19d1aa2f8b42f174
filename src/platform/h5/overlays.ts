import type { Overlay, PlaceOf } from '../Platform'

export { overlaysOfPage } from './router'

/** The list of versions lies above the preview (PREV-12). */
export const versionsOverlay: Overlay = { flag: 'tab', value: 'version', companions: {} }

/** A browser shows the preview above its page: as an overlay whose flag and companions stand in the address. */
export function previewOverlay({ fileId, version }: PlaceOf<'preview'>): Overlay {
  const companions: Record<string, string> = { file_id: String(fileId) }
  if (version !== undefined) companions.version = String(version)
  return { flag: 'preview', value: '1', companions }
}

/** A browser shows the search above the place it is about. */
export function searchOverlay({ searchIn, text }: PlaceOf<'search'>): Overlay {
  return { flag: 'search', value: '1', companions: { search_in: searchIn, ...(text && { search_text: text }) } }
}
