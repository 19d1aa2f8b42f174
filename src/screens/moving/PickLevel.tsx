import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { NameForm } from '@/components/fields/NameForm'
import { PageFoot } from '@/components/frame/PageFoot'
import { PathSteps } from '@/components/frame/PathSteps'
import { SearchBar } from '@/components/fields/SearchBar'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import { VirtualList } from '@/components/lists/VirtualList'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { middleEllipsis } from '@/domain/format/middleEllipsis'
import { destinationBlock, mayEnter } from '@/domain/moving/destinations'
import { useApp } from '@/screens/app/AppContext'
import { ItemRow } from '@/screens/items/ItemRow'
import { useDisposable } from '@/screens/app/useDisposable'
import { useLeaveWhenRefused } from '@/screens/app/useLeaveWhenRefused'
import { useNameForm } from '@/screens/items/useNameForm'
import { wordMessage } from '@/screens/app/wording'
import { ItemNames } from '@/stores/items/ItemNames'
import { ListStore } from '@/stores/items/lists/ListStore'
import type { ListLocation } from '@/domain/addresses'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { DestinationProps } from './DestinationProps'
import { placeBehind, type Level } from './levels'

interface Props extends DestinationProps {
  at: ListLocation
  /** Label of the row that led here. */
  name: string
  /** The places that led here. */
  above: readonly Level[]
  isTop: boolean
  onBack(): void
}

/** characters of a name on the button */
const LABEL_LENGTH = 12

/** A picker stores no last list: the start page stores its own. */
const forgetful = { read: () => undefined, write: () => undefined }

/** One place of a picker: its folders, and the button that chooses it. */
export const PickLevel = observer(function PickLevel(props: Props) {
  const { at, name, above, isTop, overlays, onBack } = props
  const app = useApp()
  const t = useWords<'pick'>()
  const list = useDisposable(
    () =>
      new ListStore(
        { ...app, platform: { ...app.platform, storage: { ...app.platform.storage, ...forgetful } } },
        at,
        name,
      ),
  )
  useEffect(() => void list.open(), [list])
  const isRefused = isTop && list.phase !== 'loading' && list.phase !== 'ready'
  useLeaveWhenRefused(isRefused, list.pages.error, onBack)

  const title = name || wordMessage(list.header.title, t)
  const isOpen = isTop && overlays.valueFor('selectnav') !== undefined
  return (
    <View className={classes('pick-level', !isTop && 'pick-hidden')}>
      <Header
        title={props.title}
        titleLabel={t('pick.chooseSpace', { title: props.title, name: title })}
        expanded={isOpen}
        onTitle={() => (isOpen ? void overlays.close('selectnav') : overlays.show('selectnav'))}
        onBack={above.length > 0 ? onBack : undefined}
        leading={above.length > 0 ? undefined : <IconButton icon="x" label={t('action.close')} onPress={onBack} />}
        trailing={
          list.newFolderParent && (
            <TextButton label={t('pick.newFolder')} onPress={() => overlays.show('createfolder')} />
          )
        }
      />
      <PickPath list={list} above={above} title={title} />
      <SearchBar search={{ placeholder: t('pick.search'), onOpen: () => overlays.show('foldersearch') }} />
      <View className="pick-rows">
        <PickRows {...props} list={list} />
      </View>
      <PickBar {...props} list={list} title={title} />
      {isTop && overlays.valueFor('createfolder') && <NewFolder list={list} overlays={overlays} />}
    </View>
  )
})

/** The place's real path; until that is known, the path taken. */
const PickPath = observer(function PickPath({
  list: {
    header: { pathAbove },
  },
  above,
  title,
}: {
  list: ListStore
  above: readonly Level[]
  title: string
}) {
  const t = useWords<'pick'>()
  const names =
    pathAbove.length > 0
      ? pathAbove.map(({ typed_id: typedId, name }) => name || (typedId === 'folder_0' ? t('space.own') : ''))
      : above.map(
          ({ at: { space }, name }) =>
            name || (space === 'own' || space === 'collab' || space === 'frequent' ? t(`space.${space}`) : ''),
        )
  return <PathSteps label={t('pick.path')} names={[...shortened(names.filter(Boolean)), title]} />
})

/** The first and the last name, with those between left out. */
function shortened(names: readonly string[]): readonly string[] {
  return names.length > 2 ? [names[0]!, '…', names[names.length - 1]!] : names
}

interface ListProps extends Props {
  list: ListStore
}

const PickRows = observer(function PickRows({ list, carried, overlays }: ListProps) {
  const app = useApp()
  const t = useWords<'pick'>()
  const [enter] = useState(() => (row: Row) => {
    const place = placeBehind(row)
    if (place) overlays.enter(place, row.name)
  })
  if (list.phase !== 'ready') return <Skeleton />
  if (list.pages.isEmpty) {
    const text = t(list.newFolderParent ? 'pick.empty.text' : 'pick.empty.elsewhere')
    return <Empty icon="file" title={t('pick.empty.title')} text={text} />
  }
  const canEnter = (row: Row) => {
    const item = itemOf(row)
    return placeBehind(row) !== null && (item === null || mayEnter(item, carried))
  }
  return (
    <VirtualList
      rows={list.rows}
      total={list.total}
      label={t('list.label')}
      inOrder={app.platform.name === 'h5'}
      isOnlyRead={!list.rows.some(canEnter)}
      onNearEnd={(view) => list.onScroll(view)}
      renderRow={(row, place) => (
        <ItemRow
          row={row}
          frequent={list.header.frequentOf(row.typed_id)}
          space={list.at.space}
          onOpen={canEnter(row) ? enter : undefined}
          {...place}
        />
      )}
      bottom={<PageFoot pages={list.pages} />}
    />
  )
})

const PickBar = observer(function PickBar({ list, title, ...props }: ListProps & { title: string }) {
  const t = useWords<'pick'>()
  const { at } = list
  const { folderId } = list.header
  const isKnown = list.phase === 'ready' && (props.action === 'choose' || props.carried.length > 0)
  const block = isKnown
    ? destinationBlock({ folderId, permissions: list.header.permissions }, props.carried, props.action)
    : null
  const confirm = () =>
    props.onConfirm({
      folderId: at.space === 'dept' ? 0 : (folderId ?? 0),
      ...(at.space === 'dept' && { departmentId: at.id }),
      name: title,
    })
  return (
    <View className="pick-bar">
      {block && (
        <View className="pick-block" role="status">
          {t(`pick.block.${block}`)}
        </View>
      )}
      <Button
        label={props.confirmLabel(middleEllipsis(title, LABEL_LENGTH))}
        disabled={!isKnown || block !== null}
        loading={props.isBusy}
        onPress={confirm}
      />
    </View>
  )
})

const NewFolder = observer(function NewFolder({ list, overlays }: { list: ListStore; overlays: OverlayStore }) {
  const app = useApp()
  const t = useWords<'pick'>()
  const { newFolderParent } = list
  const isAdrift = list.phase === 'ready' && !newFolderParent
  useEffect(() => {
    if (isAdrift) void overlays.close('createfolder')
  }, [isAdrift, overlays])
  const close = () => overlays.close('createfolder')
  const form = useNameForm(
    '',
    async (name) => {
      return newFolderParent ? new ItemNames(app).newFolder(newFolderParent, name) : { done: false, fault: null }
    },
    close,
  )
  return (
    <NameForm
      {...form}
      title={t('name.newFolder')}
      placeholder={t('name.folderPlaceholder')}
      onCancel={() => void close()}
    />
  )
})
