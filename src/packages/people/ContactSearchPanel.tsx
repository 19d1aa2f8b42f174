import { observer } from 'mobx-react'
import { Input, View } from '@tarojs/components'
import { Empty } from '@/components/Empty'
import { Icon } from '@/components/Icon'
import { IconButton } from '@/components/IconButton'
import { useWindow, useWords } from '@/components/context'
import { useModal } from '@/components/useModal'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import '@/packages/search/search.scss'
import { useApp } from '@/screens/AppContext'
import { useDisposable } from '@/screens/useDisposable'
import { ContactSearch } from '@/stores/people/ContactSearch'
import { ContactBar } from './ContactBar'
import { ContactRows } from './ContactRows'
import type { ContactRowsOf } from './useContactRows'

/** Looks for people, departments and groups by name or login, wherever they belong (2§5). */
export const ContactSearchPanel = observer(function ContactSearchPanel(rows: ContactRowsOf) {
  const { choice, overlays, selection } = rows
  const { api, feedback, platform } = useApp()
  const t = useWords<'people'>()
  const search = useDisposable(() => new ContactSearch({ api, feedback, clock: platform.clock }, choice))
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

const SearchField = observer(function SearchField({ search, onClose }: { search: ContactSearch; onClose(): void }) {
  const t = useWords<'people'>()
  const { statusBar, capsuleSpace, headerHeight } = useWindow()
  return (
    <View className="header" style={statusBar ? { paddingTop: `${statusBar}px` } : undefined}>
      <View className="header-bar" style={{ height: `${headerHeight}px`, paddingRight: `${capsuleSpace + 12}px` }}>
        <IconButton icon="chevron-left" label={t('action.back')} onPress={onClose} />
        <View className="search-field" role="search">
          <Icon name="search" size={18} />
          <Input
            className="search-input"
            value={search.text}
            // Beside WeChat's menu there is room for a word.
            placeholder={capsuleSpace > 0 ? t('contacts.searchShort') : t('contacts.search')}
            placeholderClass="search-placeholder"
            // Units: the store counts characters.
            maxlength={SEARCH_MAX_LENGTH * 2}
            focus={search.text === ''}
            confirmType="search"
            nativeProps={{ 'aria-label': t('contacts.search'), autoComplete: 'off', autoCapitalize: 'none' }}
            onInput={(event) => search.typed(event.detail.value)}
            onConfirm={() => search.submit()}
          />
          {search.text === '' ? null : (
            <View className="search-clear" aria-label={t('contacts.clear')} onClick={() => search.typed('')}>
              <Icon name="x" size={16} />
            </View>
          )}
        </View>
      </View>
    </View>
  )
})
