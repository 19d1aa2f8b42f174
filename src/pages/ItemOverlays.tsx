import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { MenuList } from '@/components/MenuList'
import { NameForm } from '@/components/NameForm'
import { PropertiesDialog } from '@/components/PropertiesDialog'
import { Sheet } from '@/components/Sheet'
import { SheetHead } from '@/components/SheetHead'
import { Tile } from '@/components/Tile'
import { useWords } from '@/components/context'
import type { IconName } from '@/components/Icon'
import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { formatTime } from '@/domain/format/time'
import type { AbilityReason } from '@/domain/items/abilities'
import { tileOf } from '@/domain/items/kinds'
import { menuByContext, type MenuAction, type MenuContext } from '@/domain/items/menuByContext'
import { splitExtension } from '@/domain/items/naming'
import type { PhraseKey } from '@/i18n/Phrase'
import { wordSize, wordTime } from '@/i18n/format'
import type { AppStore } from '@/stores/AppStore'
import type { OverlayStore } from '@/stores/OverlayStore'
import { useApp } from './AppContext'
import { subjectOf } from './subjectOf'
import { useNameForm } from './useNameForm'

interface Props {
  item: Item
  context: MenuContext
  overlays: OverlayStore
}

/** What can be done with one item: its action sheet, its properties, its new name. */
export const ItemOverlays = observer(function ItemOverlays({ item, context, overlays }: Props) {
  return (
    <>
      {overlays.valueFor('actionsheet') && <ActionSheet item={item} context={context} overlays={overlays} />}
      {overlays.valueFor('properties') && <Properties item={item} overlays={overlays} />}
      {overlays.valueFor('createrename') && <RenameForm item={item} overlays={overlays} />}
    </>
  )
})

/** The actions whose screens exist, each with its picture; the others wait for theirs. */
const pictures: Partial<Record<MenuAction, IconName>> = {
  favourite: 'star',
  unfavourite: 'star-filled',
  rename: 'pencil',
  move: 'folder-input',
  copy: 'copy',
  properties: 'info',
  delete: 'trash-2',
}

const ActionSheet = observer(function ActionSheet({ item, context, overlays }: Props) {
  const app = useApp()
  const t = useWords()
  const entries = menuByContext(context, subjectOf(app, item)).flatMap(({ action, answer }) => {
    const icon = pictures[action]
    if (!icon) return []
    const select = async () => {
      await overlays.close('actionsheet')
      if (answer !== 'yes') app.feedback.toast(refusalOf(answer.no, item))
      else await act(app, overlays, action, item)
    }
    return [{ key: action, icon, label: t(labels[action]!), danger: action === 'delete', onSelect: () => void select() }]
  })
  return (
    <Sheet label={item.name} onClose={() => void overlays.close('actionsheet')}>
      <SheetHead picture={<Tile {...tileOf(item)} thumbnail={item.thumbnail && app.platform.origin + item.thumbnail} />} title={item.name} text={detailOf(app, item, t)} />
      <MenuList entries={entries} />
    </Sheet>
  )
})

function refusalOf(reason: AbilityReason, { lock_user: locker }: Item): Message {
  return reason === 'encrypted' ? { key: 'base.encrypted' } : { key: 'row.lockedBy', params: { name: locker?.name ?? '' } }
}

const labels: Partial<Record<MenuAction, PhraseKey>> = {
  favourite: 'menu.favourite',
  unfavourite: 'menu.unfavourite',
  rename: 'menu.rename',
  move: 'menu.move',
  copy: 'menu.copy',
  properties: 'menu.properties',
  delete: 'menu.delete',
}

async function act({ actions, platform: { navigate } }: AppStore, overlays: OverlayStore, action: MenuAction, item: Item) {
  switch (action) {
    case 'favourite':
    case 'unfavourite':
      return actions.setFavourite(item, action === 'favourite')
    case 'rename':
      return overlays.show('createrename', item.typed_id)
    case 'move':
    case 'copy':
      return navigate.push({ page: 'pick', action, typedId: item.typed_id })
    case 'properties':
      return overlays.show('properties', item.typed_id)
    case 'delete':
      return void (await actions.remove(item))
  }
}

function detailOf({ platform: { clock } }: AppStore, item: Item, t: ReturnType<typeof useWords>): string {
  const time = wordTime(formatTime(item.modified_at, clock.now() / 1000, clock.zone()), t)
  return item.type === 'file' ? `${wordSize(formatSize(item.size))} · ${item.updater.name} · ${time}` : `${item.updater.name} · ${time}`
}

function Properties({ item, overlays }: Omit<Props, 'context'>) {
  const size = item.type === 'file' ? wordSize(formatSize(item.size)) : undefined
  return <PropertiesDialog name={item.name} size={size} onClose={() => void overlays.close('properties')} />
}

function RenameForm({ item, overlays }: Omit<Props, 'context'>) {
  const { actions } = useApp()
  const t = useWords()
  const [{ stem, extension }] = useState(() => (item.type === 'file' ? splitExtension(item.name) : { stem: item.name, extension: '' }))
  const form = useNameForm(stem, (name) => actions.rename(item, name), () => overlays.close('createrename'))
  return (
    <NameForm
      {...form}
      title={t('name.rename')}
      hint={extension ? t('name.extensionKept', { extension }) : undefined}
      onCancel={() => void overlays.close('createrename')}
    />
  )
}
