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
import { TypedSearch, type Found } from '@/stores/search/TypedSearch'
import type { OverlayStore } from '@/stores/app/OverlayStore'

interface Props<List extends Found> {
  /** The people it searches, in words. */
  label: string
  overlays: OverlayStore
  /** Makes the list for the words. */
  find(words: string): List
  /** @param empty shown where nobody is found */
  renderList(list: List, empty: ReactNode): ReactNode
}

/** Finds people by name or login. */
export const PeopleSearchPanel = observer(function PeopleSearchPanel<List extends Found>(props: Props<List>) {
  const { label, overlays, find, renderList } = props
  const { clock } = useApp().platform
  const t = useWords<'members'>()
  const { capsuleSpace } = useWindow()
  const search = useDisposable(() => new TypedSearch(clock, find))
  const close = () => void overlays.close('contactsearch')
  const ref = useModal(close)
  const { list, words } = search
  return (
    <View ref={ref} className="search" role="dialog" aria-modal aria-label={label}>
      <SearchHeader
        text={search.text}
        label={label}
        placeholder={capsuleSpace > 0 ? t('members.searchShort') : undefined}
        clearLabel={t('members.clear')}
        onType={(text) => search.setText(text)}
        onSubmit={() => search.submit()}
        onClose={close}
      />
      <View className="search-body">
        {list ? (
          <View key={words} className="people-found">
            {renderList(
              list,
              <Empty icon="search" title={t('members.found.title', { words })} text={t('members.found.text')} />,
            )}
          </View>
        ) : (
          <Empty icon="search" title={label} text={t('members.searchHint')} />
        )}
      </View>
    </View>
  )
}) as <List extends Found>(props: Props<List>) => ReactNode
