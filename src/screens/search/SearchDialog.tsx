import { View } from '@tarojs/components'
import type { ComponentProps, ReactNode } from 'react'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { SearchHead } from './SearchHead'
import { SearchResults } from './SearchResults'
import './search.scss'

interface Props extends ComponentProps<typeof SearchResults> {
  /** What the search is restricted to. */
  label?: string
  placeholder: string
  filters?: ReactNode
  onClose(): void
}

/** A search field and its results, over the opener. */
export function SearchDialog({ label, placeholder, filters, onClose, ...found }: Props) {
  const t = useWords<'search'>()
  const ref = useModal(onClose)
  return (
    <View ref={ref} className="search" role="dialog" aria-modal aria-label={label ?? t('search.title')}>
      <SearchHead search={found.search} placeholder={placeholder} filters={filters} onClose={onClose} />
      <View className="search-body">
        <SearchResults {...found} />
      </View>
    </View>
  )
}
