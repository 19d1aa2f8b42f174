import { observer } from 'mobx-react'
import { useState, type ComponentType } from 'react'
import { MenuGroups } from '@/components/sheets/MenuGroups'
import type { MenuEntry } from '@/components/sheets/MenuList'
import { NameForm } from '@/components/fields/NameForm'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { IconName } from '@/components/ui/Icon'
import type { Item } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { tileOf } from '@/domain/items/tiles'
import { menuByContext, type MenuAction, type MenuContext } from '@/domain/items/menuByContext'
import { officePage } from '@/domain/items/officePage'
import { groupMenu } from '@/domain/items/menuGroups'
import { splitExtension } from '@/domain/items/extension'
import type { PhraseKey } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { wordSize } from '@/i18n/format'
import type { FileTarget } from '@/platform/Platform'
import { setFavourite } from '@/stores/items/setFavourite'
import type { AppServices } from '@/stores/app/AppServices'
import { download } from '@/stores/downloads/download'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { ItemNames } from '@/stores/items/ItemNames'
import { refusalOf } from '@/stores/items/refusalOf'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { TrashActions } from '@/stores/trash/TrashActions'
import { useApp } from '../app/AppContext'
import { lazyPart } from '../app/lazyPart'
import { OutgoingSheet, outgoingOf } from './OutgoingSheet'
import { wordAgo } from '../app/wording'
import { itemFlags, type ItemFlag } from './itemSheets'
import { lockWords } from './lockWords'
import { showVersions } from './showVersions'
import { thumbnailOf } from './thumbnailOf'
import { documentEntries } from './documentEntries'
import { offlineEntry } from './offlineEntry'
import { useNameForm } from './useNameForm'

interface Props {
  item: Item
  context: MenuContext
  overlays: OverlayStore
  /** Entries of the screen itself, above the others. */
  extra?: readonly MenuEntry[]
}

/** Load on demand: sub-packages of the mini-program share this file, so it is part of the main package. */
const TagsSheet = lazyPart<Props>(() => import(/* webpackChunkName: "overlays" */ './TagsSheet'))
const ItemProperties = lazyPart<Props>(() => import(/* webpackChunkName: "overlays" */ './ItemProperties'))

interface Face {
  icon: IconName
  label: PhraseKey
  isDestructive?: true
}

/** Menu entries of the actions whose screens exist. */
const faces: Partial<Record<MenuAction, Face>> = {
  editOnline: { icon: 'pencil', label: 'menu.editOnline' },
  share: { icon: 'share-2', label: 'menu.share' },
  invite: { icon: 'user-plus', label: 'menu.invite' },
  collect: { icon: 'users', label: 'menu.collect' },
  download: { icon: 'download', label: 'menu.download' },
  sendToChat: { icon: 'message-circle', label: 'menu.sendToChat' },
  sendToApp: { icon: 'send', label: 'menu.sendToApp' },
  saveToAlbum: { icon: 'image', label: 'menu.saveToAlbum' },
  comment: { icon: 'message-square', label: 'menu.comment' },
  favourite: { icon: 'star', label: 'menu.favourite' },
  unfavourite: { icon: 'star-filled', label: 'menu.unfavourite' },
  viewVersions: { icon: 'clock', label: 'menu.viewVersions' },
  rename: { icon: 'pencil', label: 'menu.rename' },
  editTags: { icon: 'tag', label: 'menu.editTags' },
  move: { icon: 'folder-input', label: 'menu.move' },
  copy: { icon: 'copy', label: 'menu.copy' },
  access: { icon: 'eye', label: 'menu.access' },
  properties: { icon: 'info', label: 'menu.properties' },
  delete: { icon: 'trash-2', label: 'menu.delete', isDestructive: true },
  restore: { icon: 'undo-2', label: 'menu.restore' },
  deleteRecord: { icon: 'x', label: 'menu.deleteRecord', isDestructive: true },
  permanentDelete: { icon: 'trash-2', label: 'menu.permanentDelete', isDestructive: true },
}

/** The destination of each action that sends a file out of the app. */
const ways: Partial<Record<MenuAction, FileTarget>> = { sendToChat: 'chat', sendToApp: 'app', saveToAlbum: 'album' }

function targetsOf(app: AppServices, { type, name, extension }: Item): FileTarget[] {
  return type === 'file' ? (outgoingOf(app)?.targetsOf({ name, extension: extension.toLowerCase() }) ?? []) : []
}

const ActionSheet = observer(function ActionSheet({ item, context, overlays, extra = [] }: Props) {
  const app = useApp()
  const t = useWords()
  const { lock, editing } = lockWords(item, t)
  const entries = menuByContext(context, abilitySubject(app, item)).flatMap(({ action, answer }) => {
    const face = faces[action]
    const way = ways[action]
    if (!face || (way && !targetsOf(app, item).includes(way))) return []
    // The office service is on a page of its own, which a mini-program cannot open.
    if (action === 'editOnline' && !app.platform.can.leave) return []
    const select = async () => {
      await overlays.close('actionsheet')
      if (answer !== 'yes') app.feedback.toast(refusalOf(answer.no, item))
      else await act(app, overlays, action, item, context)
    }
    const isLocked = answer !== 'yes' && answer.no === 'locked'
    return [
      {
        action,
        answer,
        key: action,
        icon: face.icon,
        label: t(face.label),
        danger: face.isDestructive,
        disabled: answer !== 'yes',
        value: isLocked ? lock : undefined,
        onSelect: () => void select(),
      },
    ]
  })
  const { round, groups } = groupMenu(entries)
  const offline = offlineEntry(app, item, context, t)
  const conversions = documentEntries(app, overlays, { item, context }, t)
  const closingMenu = (entry: MenuEntry) => ({
    ...entry,
    onSelect: () => void overlays.close('actionsheet').then(entry.onSelect),
  })
  return (
    <Sheet label={item.name} onClose={() => void overlays.close('actionsheet')}>
      <SheetHead
        picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
        title={item.name}
        text={detailOf(app, item, t)}
        locked={lock}
        tags={[...(editing ? [editing] : []), ...item.tags.map(({ name }) => name)]}
      />
      <MenuGroups
        round={round}
        groups={[extra, conversions, offline]
          .filter(({ length }) => length > 0)
          .map((each) => each.map(closingMenu))
          .concat(groups)}
      />
    </Sheet>
  )
})

async function act(app: AppServices, overlays: OverlayStore, action: MenuAction, item: Item, context: MenuContext) {
  switch (action) {
    case 'share':
      return app.platform.navigate.push({ page: 'share', typedId: item.typed_id })
    case 'editOnline':
      return app.platform.navigate.leave(officePage(item.id))
    case 'invite':
      return app.platform.navigate.push({ page: 'members', folderId: item.id, isInviting: true })
    case 'comment':
      return app.platform.navigate.push({ page: 'comments', typedId: item.typed_id })
    case 'collect':
      return app.platform.navigate.push({ page: 'collects', folder: item.id })
    case 'download':
      return download(app, item)
    case 'sendToChat':
    case 'sendToApp':
    case 'saveToAlbum':
      return overlays.show('outgoing', item.typed_id, { way: ways[action]! })
    case 'viewVersions':
      return showVersions(app, overlays, item, context)
    case 'favourite':
    case 'unfavourite':
      return setFavourite(app, item, action === 'favourite')
    case 'rename':
      return overlays.show('createrename', item.typed_id)
    case 'editTags':
      return overlays.show('tags', item.typed_id)
    case 'move':
    case 'copy':
      return app.platform.navigate.push({ page: 'pick', action, typedId: item.typed_id })
    case 'access':
      return app.platform.navigate.push({ page: 'access', typedId: item.typed_id })
    case 'properties':
      return overlays.show('properties', item.typed_id)
    case 'delete':
      return void (await new TrashActions(app).remove(item))
    case 'restore':
      return void (await new TrashActions(app).restore(item))
    case 'deleteRecord':
    case 'permanentDelete':
      return void (await new TrashActions(app).deletePermanently(item, action))
    case 'preview':
    case 'save':
      return
  }
}

function detailOf(app: AppServices, item: Item, t: Words): string {
  const time = wordAgo(app, item.modified_at, t)
  return item.type === 'file'
    ? `${wordSize(formatSize(item.size))} · ${item.updater.name} · ${time}`
    : `${item.updater.name} · ${time}`
}

function RenameForm({ item, overlays }: Omit<Props, 'context'>) {
  const app = useApp()
  const t = useWords()
  const [{ stem, extension }] = useState(() => {
    const name = app.lazy.waitingNames?.nameOf(item.typed_id) ?? item.name
    return item.type === 'file' ? splitExtension(name) : { stem: name, extension: '' }
  })
  const form = useNameForm(
    stem,
    (name) => (app.lazy.waitingNames ?? new ItemNames(app)).rename(item, name),
    () => overlays.close('createrename'),
  )
  return (
    <NameForm
      {...form}
      title={t('name.rename')}
      suffix={extension && `.${extension}`}
      onCancel={() => void overlays.close('createrename')}
    />
  )
}

const sheets: Record<ItemFlag, ComponentType<Props>> = {
  actionsheet: ActionSheet,
  properties: ItemProperties,
  createrename: RenameForm,
  outgoing: OutgoingSheet,
  tags: TagsSheet,
}

/** The sheets of one item: actions, properties, rename, tags. */
export const ItemOverlays = observer(function ItemOverlays(props: Props) {
  return (
    <>
      {itemFlags.map((flag) => {
        const ItemSheet = sheets[flag]
        return props.overlays.valueFor(flag) && <ItemSheet key={flag} {...props} />
      })}
    </>
  )
})
