import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Empty } from '@/components/frame/Empty'
import { SearchHeader } from '@/components/fields/SearchHeader'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import '@/screens/search/search.scss'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import type { OpenFolders } from '@/stores/applications/OpenFolders'
import { OpenFound } from '@/stores/applications/OpenFound'
import { TypedSearch } from '@/stores/search/TypedSearch'
import { FolderRows, type RowsOf } from './FolderRows'
import type { OpenProps } from './OpenState'

interface Props extends OpenProps {
  folders: OpenFolders
  footer: ReactNode
  files?: RowsOf
}

/** Finds files and folders by name in all places; choosing a folder enters it. */
export const PickerSearch = observer(function PickerSearch({ session, overlays, folders, footer, files }: Props) {
  const { feedback, platform } = useApp()
  const t = useWords<'open'>()
  const { clock } = platform
  const search = useDisposable(
    () =>
      new TypedSearch(
        clock,
        (words) => new OpenFound({ api: session.api, clock, feedback }, words, files === undefined),
      ),
  )
  const close = () => overlays.close('foldersearch')
  const ref = useModal(() => void close())
  const { list } = search
  return (
    <View ref={ref} className="search" role="dialog" aria-modal aria-label={t('open.search')}>
      <SearchHeader
        text={search.text}
        label={t('open.search')}
        clearLabel={t('open.clear')}
        onType={(text) => search.setText(text)}
        onSubmit={() => search.submit()}
        onClose={() => void close()}
      />
      <View className="search-body">
        {list ? (
          <FolderRows
            key={search.words}
            pages={list.pages}
            empty={{ icon: 'search', title: t('open.noneFound.title'), text: t('open.noneFound.text') }}
            onFolder={(folder) => void close().then(() => folders.enter(folder))}
            {...files}
          />
        ) : (
          <Empty icon="search" title={t('open.searchHint.title')} text={t('open.searchHint.text')} />
        )}
      </View>
      {files ? footer : null}
    </View>
  )
})
