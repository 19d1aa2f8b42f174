import type { SearchFilters } from '@/domain/search/filters'
import type { SearchStore } from '@/stores/search/SearchStore'

/** Props of the choices of one filter. */
export interface ChoiceProps {
  search: SearchStore
  /** Changes the filter and closes the sheet. */
  onChoose(change: Partial<SearchFilters>): void
}
