import type { PanelEntry } from './PanelProps'

/** None: each panel is a page of its package (`platform/places`), so the main package contains none of them. */
export const panels: readonly PanelEntry[] = []
