import type { DocumentVersion } from '@/contract/documents'
import type { HistoryStore } from '@/stores/documents/HistoryStore'

/** What is chosen in the history: the present state, or the id of a version. */
export type Chosen = 'now' | `${number}`

/** The chosen version; undefined for the present state, and while unknown. */
export function versionOf({ versions }: HistoryStore, chosen: Chosen): DocumentVersion | undefined {
  return chosen === 'now' ? undefined : versions?.find(({ version_id }) => version_id === Number(chosen))
}
