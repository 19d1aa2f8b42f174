import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { ActionGrid, type GridAction } from '@/components/sheets/ActionGrid'
import { Sheet } from '@/components/sheets/Sheet'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { IconName } from '@/components/ui/Icon'
import { whyShareRefused } from '@/domain/items/abilities'
import type { PickSource } from '@/platform/Platform'
import { newDocument } from '@/stores/documents/newDocument'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { useApp } from '@/screens/app/AppContext'
import type { SheetProps } from './SheetProps'
import './addSheet.scss'

const pictures: Record<PickSource, IconName> = {
  camera: 'camera',
  media: 'image',
  files: 'file',
  chat: 'message-circle',
}

/**
 * Adds to a place: files of the phone, scanned paper (AH-44), a whole folder of a computer (AH-43), a new folder (UPL-06), a new document or workbook (DOC-01), or a
 * link by which others hand in files (AH-54).
 */
export const AddSheet = observer(function AddSheet({ list, overlays }: Omit<SheetProps, 'selection'>) {
  const app = useApp()
  const t = useWords()
  const { uploadTarget } = list
  const close = () => overlays.close('add')
  const sources = uploadTarget ? app.platform.can.pick : []
  const actions: GridAction[] = sources.map((source) => ({
    key: source,
    icon: pictures[source],
    label: t(`upload.${source}`),
    // The picker must open within the tap, before the sheet closes.
    onSelect() {
      if (uploadTarget) void uploadsOf(app).pick(source, uploadTarget)
      void close()
    },
  }))
  const { documentPages, folders, scanner } = app.lazy
  if (scanner && uploadTarget) {
    actions.push({
      key: 'scan',
      icon: 'scan-text',
      label: t('upload.scan.title'),
      onSelect: () => void close().then(() => overlays.show('scan')),
    })
  }
  if (folders?.canPick && uploadTarget && list.newFolderParent) {
    const place = { target: uploadTarget, parent: list.newFolderParent }
    actions.push({
      key: 'whole',
      icon: 'folder-input',
      label: t('upload.folder'),
      onSelect() {
        void folders.pick(place)
        void close()
      },
    })
  }
  if (list.canCreateFolder) {
    actions.push({
      key: 'folder',
      icon: 'folder-plus',
      label: t('name.newFolder'),
      onSelect: () => void close().then(() => overlays.show('createrename', 'new')),
    })
  }
  const { newFolderParent } = list
  if (documentPages && uploadTarget && newFolderParent && app.sessionContext.viewFlags.collaborative_document) {
    actions.push({
      key: 'document',
      icon: 'pencil',
      label: t('name.newDocument'),
      onSelect: () =>
        void close().then(() => newDocument(app, newFolderParent, { name: t('name.untitled'), kind: 'ydoc' })),
    })
    actions.push({
      key: 'workbook',
      icon: 'list',
      label: t('name.newWorkbook'),
      onSelect: () =>
        void close().then(() => newDocument(app, newFolderParent, { name: t('name.untitledWorkbook'), kind: 'yxls' })),
    })
  }
  const { folder } = list.header
  const mayCollect = list.at.space === 'folder' && uploadTarget && folder?.permissions.includes('item_share')
  if (mayCollect && folder && !whyShareRefused(folder)) {
    actions.push({
      key: 'collect',
      icon: 'users',
      label: t('menu.collect'),
      onSelect: () => void close().then(() => app.platform.navigate.push({ page: 'collects', folder: folder.id })),
    })
  }
  const isVain = list.phase !== 'loading' && actions.length === 0
  useEffect(() => {
    if (isVain) void overlays.close('add')
  }, [isVain, overlays])
  return (
    <Sheet label={t('list.add')} onClose={() => void close()}>
      <ActionGrid actions={actions} />
      <View className="add-cancel">
        <TextButton tone="plain" label={t('action.cancel')} onPress={() => void close()} />
      </View>
    </Sheet>
  )
})
