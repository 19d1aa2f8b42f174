import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Empty } from '@/components/Empty'
import { SearchHeader } from '@/components/SearchHeader'
import { useWindow, useWords } from '@/components/context'
import { useModal } from '@/components/useModal'
import '@/packages/search/search.scss'
import { useApp } from '@/screens/AppContext'
import { useDisposable } from '@/screens/useDisposable'
import { ContactSearch } from '@/stores/people/ContactSearch'
import { MemberList } from '@/stores/people/MemberList'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { MemberRows } from './MemberRows'

interface Props {
  folderId: number
  overlays: OverlayStore
  onOpen(key: string): void
}

/** Looks for members by name or login. */
export const MemberSearchPanel = observer(function MemberSearchPanel({ folderId, overlays, onOpen }: Props) {
  const { api, feedback, platform } = useApp()
  const t = useWords<'members'>()
  const { capsuleSpace } = useWindow()
  const { clock } = platform
  const search = useDisposable(
    () => new ContactSearch(clock, (words) => new MemberList({ api, feedback, clock }, folderId, words)),
  )
  const close = () => void overlays.close('contactsearch')
  const ref = useModal(close)
  const { list, words } = search
  return (
    <View ref={ref} className="search" role="dialog" aria-modal aria-label={t('members.search')}>
      <SearchHeader
        text={search.text}
        label={t('members.search')}
        placeholder={capsuleSpace > 0 ? t('members.searchShort') : undefined}
        clearLabel={t('members.clear')}
        onType={(text) => search.typed(text)}
        onSubmit={() => search.submit()}
        onClose={close}
      />
      <View className="search-body">
        {list ? (
          <MemberRows
            key={words}
            list={list}
            onOpen={onOpen}
            empty={<Empty icon="search" title={t('members.found.title', { words })} text={t('members.found.text')} />}
            gone={<Empty icon="users" title={t('members.gone.title')} text={t('members.gone.text')} />}
          />
        ) : (
          <Empty icon="search" title={t('members.searchHint.title')} text={t('members.searchHint.text')} />
        )}
      </View>
    </View>
  )
})
