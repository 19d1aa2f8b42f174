import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { UploadFold } from '@/components/uploads/UploadFold'
import { UploadRow, type UploadAction } from '@/components/uploads/UploadRow'
import { UploadSheet, type UploadsAction } from '@/components/uploads/UploadSheet'
import { useWords } from '@/components/ui/context'
import { fileTileOf } from '@/domain/items/kinds'
import { splitExtension } from '@/domain/items/extension'
import type { UploadState } from '@/domain/uploads/uploads'
import type { Words } from '@/i18n/words'
import type { PickSource, Platform } from '@/platform/Platform'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { UnfinishedUpload, UploadEntry, UploadStore } from '@/stores/uploads/UploadStore'
import { useApp } from '@/screens/app/AppContext'
import { entryLine, trayTitle, unfinishedLine } from './uploadWords'

/** All files of the queue: progress, pause, retry and cancel, for one or all; and unfinished uploads of earlier visits (UPL-02, AH-02, AH-03). */
export const UploadsOverlay = observer(function UploadsOverlay({ overlays }: { overlays: OverlayStore }) {
  const uploads = useApp().lazy.uploads
  const t = useWords()
  const [isUnfolded, setUnfolded] = useState(false)
  const isEmpty = !uploads || uploads.isEmpty
  useEffect(() => {
    if (isEmpty) void overlays.close('uploads')
  }, [isEmpty, overlays])
  useEffect(() => {
    if (uploads && uploads.unfinished.length > 0) void uploads.loadUnfinished()
  }, [uploads])
  useEffect(() => {
    uploads?.clearing.setListed(true)
    return () => uploads?.clearing.setListed(false)
  }, [uploads])
  if (isEmpty) return null
  const done = uploads.entries.filter(({ upload }) => upload.state === 'uploaded')
  const isFolding = done.length > 0 && done.length < uploads.entries.length
  const shown = isFolding ? uploads.entries.filter(({ upload }) => upload.state !== 'uploaded') : uploads.entries
  return (
    <UploadSheet
      title={trayTitle(uploads, t)}
      actions={actionsOf(uploads, t)}
      onClose={() => void overlays.close('uploads')}
    >
      {shown.map((entry) => (
        <Entry key={entry.id} uploads={uploads} entry={entry} />
      ))}
      {uploads.unfinished.map((upload) => (
        <Unfinished key={upload.uploadId} uploads={uploads} upload={upload} />
      ))}
      {isFolding && (
        <UploadFold
          label={t('upload.uploadedFold', { n: done.length })}
          isOpen={isUnfolded}
          onPress={() => setUnfolded(!isUnfolded)}
        />
      )}
      {isFolding && isUnfolded && done.map((entry) => <Entry key={entry.id} uploads={uploads} entry={entry} />)}
    </UploadSheet>
  )
})

const Entry = observer(function Entry({ uploads, entry }: { uploads: UploadStore; entry: UploadEntry }) {
  const t = useWords()
  const { can } = useApp().platform
  const {
    file: { name, thumbnail },
    upload: { state, fault },
  } = entry
  const isLost = fault === 'unreadable'
  const retry = () => (isLost ? void uploads.chooseAgain(entry, sourceOf(name, can.pick)) : uploads.retry([entry]))
  const actions: UploadAction[] = []
  if (state === 'waiting' || state === 'progress')
    actions.push({ icon: 'pause', label: t('upload.pause', { name }), onPress: () => uploads.pause([entry]) })
  if (state === 'paused')
    actions.push({ icon: 'play', label: t('upload.resume', { name }), onPress: () => uploads.resume([entry]) })
  if (state === 'failed')
    actions.push({
      icon: 'refresh-cw',
      label: t(isLost ? 'upload.chooseAgain' : 'upload.retry', { name }),
      onPress: retry,
    })
  if (state !== 'uploaded')
    actions.push({ icon: 'x', label: t('upload.cancel', { name }), onPress: () => void uploads.cancel([entry]) })
  return (
    <UploadRow
      name={name}
      tile={tileOf(name)}
      thumbnail={thumbnail}
      line={entryLine(entry, t)}
      tone={state === 'failed' ? 'danger' : 'plain'}
      percent={state === 'progress' || (state === 'paused' && entry.percent > 0) ? entry.percent : undefined}
      isDone={state === 'uploaded'}
      actions={actions}
      onPress={state === 'failed' ? retry : undefined}
    />
  )
})

const Unfinished = observer(function Unfinished({
  uploads,
  upload,
}: {
  uploads: UploadStore
  upload: UnfinishedUpload
}) {
  const t = useWords()
  const { can } = useApp().platform
  const { name } = upload
  const goOn = () => void uploads.pickAgain(upload, sourceOf(name, can.pick))
  return (
    <UploadRow
      name={name}
      tile={tileOf(name)}
      line={unfinishedLine(upload, t)}
      percent={upload.size === 0 ? 0 : (upload.received / upload.size) * 100}
      actions={[
        { icon: 'play', label: t('upload.goOn', { name }), onPress: goOn },
        { icon: 'x', label: t('upload.discard', { name }), onPress: () => void uploads.discard(upload) },
      ]}
      onPress={goOn}
    />
  )
})

function actionsOf(uploads: UploadStore, t: Words): UploadsAction[] {
  const has = (...states: UploadState[]) => uploads.entries.some(({ upload }) => states.includes(upload.state))
  const actions: UploadsAction[] = []
  if (has('waiting', 'progress')) actions.push({ label: t('upload.pauseAll'), onPress: () => uploads.pause() })
  else if (has('paused')) actions.push({ label: t('upload.resumeAll'), onPress: () => uploads.resume() })
  if (has('failed')) actions.push({ label: t('upload.retryAll'), onPress: () => uploads.retry() })
  if (has('waiting', 'progress', 'paused'))
    actions.push({ label: t('upload.cancelAll'), onPress: () => void uploads.cancel() })
  if (has('uploaded', 'failed')) actions.push({ label: t('upload.clear'), onPress: () => void uploads.clear() })
  return actions
}

function tileOf(name: string) {
  return fileTileOf(splitExtension(name).extension.toLowerCase())
}

/** The source in which the phone would find the file again. */
function sourceOf(name: string, sources: Platform['can']['pick']): PickSource {
  const isMedia = /^(jpe?g|png|gif|hei[cf]|webp|mp4|mov|m4v)$/i.test(splitExtension(name).extension)
  return sources.find((source) => (isMedia ? source === 'media' : source === 'files' || source === 'chat')) ?? 'media'
}
