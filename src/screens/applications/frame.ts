import { parentOf } from './parentWindow'
import { readOpenOptions, type OpenOptions } from '@/domain/applications/options'
import type { ParentWindow } from '@/stores/applications/ParentChannel'

/** What the framing page asked for, and its window. */
export interface Opened {
  options: OpenOptions
  parent: ParentWindow
}

/**
 * Reads the address and the name of this frame. `satchel-embed` puts tokens into the name, which is sent to no server, stored in no history and
 * hidden from pages that this one leads to.
 */
export function readFrame(): Opened {
  const query = Object.fromEntries(new URLSearchParams(location.search))
  return { options: readOpenOptions(location.pathname, { ...query, ...nameOptions() }), parent: parentOf(window) }
}

function nameOptions(): Record<string, string> {
  try {
    const told: unknown = JSON.parse(window.name)
    return Object.fromEntries(
      Object.entries(told as object).filter(([, value]) => typeof value === 'string'),
    ) as Record<string, string>
  } catch {
    return {}
  }
}
