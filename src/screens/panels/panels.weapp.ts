import type { PanelEntry } from './PanelProps'

/** None: each panel is a page of its package (`platform/places`), so that the main package carries none of them. */
export const panels: readonly PanelEntry[] = []
