import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
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

/** Finds people, departments and groups by name or login, in all departments (2§5). */
export const ContactSearchPanel = observer(function ContactSearchPanel(rows: ContactRowsOf) {
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
      <SearchField search={search} onClose={close} />
      <View className="search-body">
        {list ? (
          <ContactRows key={search.words} list={list} empty="none" {...rows} />
        ) : (
          <Empty icon="search" title={t('contacts.searchHint.title')} text={t('contacts.searchHint.text')} />
        )}
      </View>
      <ContactBar selection={selection} overlays={overlays} />
    </View>
  )
})

interface FieldProps {
  search: Pick<TypedSearch<ContactList>, 'text' | 'setText' | 'submit'>
  onClose(): void
}

const SearchField = observer(function SearchField({ search, onClose }: FieldProps) {
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
    />
  )
})
