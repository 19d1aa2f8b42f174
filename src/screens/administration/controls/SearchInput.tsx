import { Input } from 'react-aria-components/Input'
import { SearchField } from 'react-aria-components/SearchField'
import { Icon } from '@/components/ui/Icon'

interface SearchProps {
  label: string
  value: string
  onChange(value: string): void
  /** Removes the text. */
  clear: string
}

/** A search field, which Escape empties. */
export function SearchInput({ label, value, onChange, clear }: SearchProps) {
  return (
    <SearchField className="console-search" aria-label={label} value={value} onChange={onChange}>
      <Icon name="search" size={18} />
      <Input className="console-search-input" placeholder={label} />
      {value ? (
        <button type="button" className="console-search-clear" aria-label={clear} onClick={() => onChange('')}>
          <Icon name="x" size={16} />
        </button>
      ) : null}
    </SearchField>
  )
}
