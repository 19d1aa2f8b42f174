import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Empty } from '@/components/frame/Empty'
import { SearchHeader } from '@/components/fields/SearchHeader'
import { useWindow, useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import '@/screens/search/search.scss'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { ContactList } from '@/stores/contacts/ContactList'
import { TypedSearch } from '@/stores/search/TypedSearch'
import { ContactBar } from './ContactBar'
import { ContactRows } from './ContactRows'
import type { ContactRowsOf } from './useContactRows'

interface Props extends ContactRowsOf {
  /** The button that ends choosing. */
  confirm: ReactNode
}

/**
 * Finds people, departments and groups by name or login, in all departments (2§5). The choice lies below the field, because the keyboard covers
 * the bottom.
 */
export const ContactSearchPanel = observer(function ContactSearchPanel({ confirm, ...rows }: Props) {
  const { choice, overlays, selection } = rows
  const { api, feedback, platform } = useApp()
  const t = useWords<'people'>()
  const { clock } = platform
  const search = useDisposable(
    () => new TypedSearch(clock, (words) => new ContactList({ api, feedback, clock }, choice, { at: 'search', words })),
  )
  const close = () => void overlays.close('contactsearch')
  const ref = useModal(close)
  const { list } = search
  return (
    <View ref={ref} className="search" role="dialog" aria-modal aria-label={t('contacts.search')}>
      <SearchField search={search} onClose={close}>
        <ContactBar selection={selection} overlays={overlays} confirm={confirm} />
      </SearchField>
      <View className="search-body">
        {list ? (
          <ContactRows key={search.words} list={list} empty="none" {...rows} />
        ) : (
          <Empty icon="search" title={t('contacts.searchHint.title')} text={t('contacts.searchHint.text')} />
        )}
      </View>
    </View>
  )
})

interface FieldProps {
  search: Pick<TypedSearch<ContactList>, 'text' | 'setText' | 'submit'>
  /** Below the field. */
  children: ReactNode
  onClose(): void
}

const SearchField = observer(function SearchField({ search, children, onClose }: FieldProps) {
  const t = useWords<'people'>()
  const { capsuleSpace } = useWindow()
  return (
    <SearchHeader
      text={search.text}
      label={t('contacts.search')}
      // Beside WeChat's menu only a short word fits.
      placeholder={capsuleSpace > 0 ? t('contacts.searchShort') : undefined}
      clearLabel={t('contacts.clear')}
      onType={(text) => search.setText(text)}
      onSubmit={() => search.submit()}
      onClose={onClose}
    >
      {children}
    </SearchHeader>
  )
})
