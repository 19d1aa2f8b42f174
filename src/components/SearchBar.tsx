import { View } from '@tarojs/components'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import './SearchBar.scss'

interface Props {
  /** Opens the search; without it the order in force stands in its place. */
  search?: { placeholder: string; onOpen(): void }
  /** Absent where lists cannot be sorted (LIST-04). */
  sort?: { label: string; order: string; onOpen(): void }
}

/** The line above a list: search, and the way to sort. */
export function SearchBar({ search, sort }: Props) {
  if (!search && !sort) return null
  return (
    <View className='search-bar'>
      {search ? (
        <View className='search-bar-field' onClick={search.onOpen}>
          <Icon name='search' size={18} />
          <View className='search-bar-text'>{search.placeholder}</View>
        </View>
      ) : null}
      {sort && search ? <IconButton icon='arrow-up-down' label={sort.label} onPress={sort.onOpen} /> : null}
      {sort && !search ? (
        <View className='search-bar-order' aria-label={`${sort.label}: ${sort.order}`} onClick={sort.onOpen}>
          {sort.order}
          <Icon name='arrow-up-down' size={16} />
        </View>
      ) : null}
    </View>
  )
}
