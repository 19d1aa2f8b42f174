import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { UploadRow, type UploadAction } from '@/components/UploadRow'
import { UploadSheet } from '@/components/UploadSheet'
import { useWords } from '@/components/context'
import { fileTileOf } from '@/domain/items/kinds'
import { splitExtension } from '@/domain/items/extension'
import type { OverlayStore } from '@/stores/OverlayStore'
import type { UploadEntry, UploadStore } from '@/stores/UploadStore'
import { useApp } from '../AppContext'
import { entryLine, trayTitle } from './uploadWords'

/** Every file of the queue: progress, retry, cancel (UPL-02). */
export const UploadsOverlay = observer(function UploadsOverlay({ overlays }: { overlays: OverlayStore }) {
  const { uploads } = useApp().late
  const t = useWords()
  const isEmpty = !uploads || uploads.entries.length === 0
  useEffect(() => {
    if (isEmpty) void overlays.close('uploads')
  }, [isEmpty, overlays])
  if (isEmpty) return null
  const hasEnded = uploads.entries.some(({ upload }) => upload.state === 'uploaded' || upload.state === 'failed')
  return (
    <UploadSheet
      title={trayTitle(uploads, t)}
      action={hasEnded ? { label: t('upload.clear'), onPress: () => uploads.clear() } : undefined}
      onClose={() => void overlays.close('uploads')}
    >
      {uploads.entries.map((entry) => <Entry key={entry.id} uploads={uploads} entry={entry} />)}
    </UploadSheet>
  )
})

const Entry = observer(function Entry({ uploads, entry }: { uploads: UploadStore, entry: UploadEntry }) {
  const t = useWords()
  const { id, file, upload } = entry
  const retry = () => uploads.retry(id)
  const name = file.name
  const actions: UploadAction[] = []
  if (upload.state === 'failed') actions.push({ icon: 'refresh-cw', label: t('upload.retry', { name }), onPress: retry })
  if (upload.state !== 'uploaded') actions.push({ icon: 'x', label: t('upload.cancel', { name }), onPress: () => void uploads.cancel(id) })
  return (
    <UploadRow
      name={name}
      tile={fileTileOf(splitExtension(name).extension.toLowerCase())}
      thumbnail={file.thumbnail}
      line={entryLine(entry, t)}
      tone={upload.state === 'failed' ? 'danger' : 'plain'}
      percent={upload.state === 'progress' ? entry.percent : undefined}
      isDone={upload.state === 'uploaded'}
      actions={actions}
      onPress={upload.state === 'failed' ? retry : undefined}
    />
  )
})
