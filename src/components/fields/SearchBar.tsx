import { View } from '@tarojs/components'
import { Icon } from '../ui/Icon'
import './SearchBar.scss'

interface Props {
  /** Absent where rows cannot be chosen. */
  select?: { label: string; onOpen(): void }
  /** Absent where there is no search. */
  search?: { placeholder: string; onOpen(): void }
  /** Absent where lists cannot be sorted (LIST-04). */
  sort?: { label: string; order: string; onOpen(): void }
}

/** The line above a list: search, selection and sorting. */
export function SearchBar({ search, select, sort }: Props) {
  return (
    <View className="search-bar">
      {search ? (
        <View className="search-bar-field" onClick={search.onOpen}>
          <Icon name="search" size={18} />
          <View className="search-bar-text">{search.placeholder}</View>
        </View>
      ) : null}
      {select ? (
        <View className="search-bar-select" aria-label={select.label} onClick={select.onOpen}>
          <Icon name="list-checks" size={20} />
        </View>
      ) : null}
      {sort ? (
        <View className="search-bar-order" aria-label={`${sort.label}: ${sort.order}`} onClick={sort.onOpen}>
          <Icon name="arrow-up-down" size={20} />
        </View>
      ) : null}
    </View>
  )
}
