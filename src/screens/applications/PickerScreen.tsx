import { observer } from 'mobx-react'
import type { ReactNode } from 'react'
import { NameForm } from '@/components/fields/NameForm'
import { PathSteps } from '@/components/frame/PathSteps'
import { SearchBar } from '@/components/fields/SearchBar'
import { SortSheet } from '@/components/sheets/SortSheet'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useNameForm } from '@/screens/items/useNameForm'
import { PageScreen } from '@/screens/page/PageScreen'
import { useLeaveWhenRefused } from '@/screens/app/useLeaveWhenRefused'
import type { OpenFolders } from '@/stores/applications/OpenFolders'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { FolderRows, type RowsOf } from './FolderRows'
import { OpenHead } from './OpenHead'
import type { OpenProps } from './OpenState'
import { PickerSearch } from './PickerSearch'

interface Props extends OpenProps {
  folders: OpenFolders
  hasNewFolder: boolean
  footer: ReactNode
  /** How rows are treated; absent where only folders are chosen. */
  files?: RowsOf
}

/** The frame of both pickers: the present folder, its rows, and the actions. */
export const PickerScreen = observer(function PickerScreen({
  session,
  overlays,
  folders,
  hasNewFolder,
  footer,
  files,
}: Props) {
  const t = useWords<'open'>()
  const newFolder = hasNewFolder ? (
    <TextButton label={t('open.newFolder')} onPress={() => overlays.show('createfolder')} />
  ) : undefined
  const { by, direction } = folders.sort
  const order = `${t(`sort.by.${by}`)} · ${t(`sort.order.${by}.${direction}`)}`
  const names = folders.levels.map((level) => (level === null ? t('open.places') : level.name || nameHere()))
  const close = () => void session.finish('close', {})
  const { phase, error } = folders.pages
  useLeaveWhenRefused(phase === 'gone', error, () => (folders.hasAbove ? void folders.back() : close()))
  return (
    <PageScreen
      open={overlays}
      header={
        <>
          <OpenHead
            session={session}
            trailing={newFolder}
            onBack={folders.hasAbove ? () => void folders.back() : undefined}
            onClose={close}
          />
          <PathSteps label={names.join(' / ')} names={names.slice(-2)} />
          <SearchBar
            search={{ placeholder: t('open.search'), onOpen: () => overlays.show('foldersearch') }}
            sort={folders.folder ? { label: t('list.sort'), order, onOpen: () => overlays.show('sort') } : undefined}
          />
        </>
      }
      footer={footer}
      overlays={
        <>
          {hasNewFolder && overlays.valueFor('createfolder') && <NewFolder folders={folders} overlays={overlays} />}
          {overlays.valueFor('sort') && (
            <SortSheet
              {...folders.sort}
              dateWord={t('sort.by.date')}
              onChoose={(by, direction) => {
                void overlays.close('sort')
                void folders.sortBy({ by, direction })
              }}
              onClose={() => void overlays.close('sort')}
            />
          )}
          {overlays.valueFor('foldersearch') && (
            <PickerSearch session={session} overlays={overlays} folders={folders} footer={footer} files={files} />
          )}
        </>
      }
    >
      <FolderRows
        pages={folders.pages}
        empty={{ icon: 'file', title: t('open.emptyTitle'), text: t('open.emptyText') }}
        onFolder={(folder) => void folders.enter(folder)}
        {...files}
      />
    </PageScreen>
  )

  function nameHere(): string {
    const { folder } = folders
    if (!folder) return ''
    return folder.id === 0 ? t('space.own') : folder.name
  }
})

const NewFolder = observer(function NewFolder({ folders, overlays }: { folders: OpenFolders; overlays: OverlayStore }) {
  const t = useWords<'open'>()
  const close = () => overlays.close('createfolder')
  const form = useNameForm('', (name) => folders.newFolder(name), close)
  return (
    <NameForm
      title={t('name.newFolder')}
      placeholder={t('name.folderPlaceholder')}
      onCancel={() => void close()}
      {...form}
    />
  )
})
