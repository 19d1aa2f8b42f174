import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useRef } from 'react'
import { ActionGrid } from '@/components/sheets/ActionGrid'
import { Button } from '@/components/ui/Button'
import type { IconName } from '@/components/ui/Icon'
import { Sheet } from '@/components/sheets/Sheet'
import { TextButton } from '@/components/ui/TextButton'
import { UploadRow } from '@/components/uploads/UploadRow'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { extensionOf } from '@/domain/items/extension'
import { fileTileOf } from '@/domain/items/kinds'
import { wordSize } from '@/i18n/format'
import type { PickSource } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { wordMessage } from '@/screens/app/wording'
import { OpenUploads, type OpenUploadEntry } from '@/stores/applications/OpenUploads'
import { renamedWords } from '@/stores/uploads/uploadQuestions'
import { isPickFailure, pickMessage } from '@/stores/uploads/uploadFaults'
import { OpenHead } from './OpenHead'
import type { OpenProps } from './OpenState'
import { sendForm } from './sendForm'

const pictures: Record<PickSource, IconName> = {
  camera: 'camera',
  media: 'image',
  files: 'file',
  chat: 'message-circle',
}

/** Uploads files of this phone for another site (OPEN-03). */
export const UploadScreen = observer(function UploadScreen({ session, overlays }: OpenProps) {
  const app = useApp()
  const t = useWords<'open'>()
  const { options, api } = session
  // A failure is worded in the language of that moment.
  const words = useRef(t)
  words.current = t
  const uploads = useDisposable(
    () =>
      new OpenUploads(
        { api, sendForm, platform: app.platform, word: (message) => wordMessage(message, words.current) },
        options,
        () => finish(),
      ),
  )
  const { state, entries, left } = uploads
  /** Id of the dialog that asks whether to stop the uploads. */
  const question = useRef<number | null>(null)
  useEffect(() => {
    // There is nothing left to stop.
    if (state !== 'running' && question.current !== null) app.feedback.answer(question.current, false)
  }, [state, app])

  function finish() {
    void session.finish('upload', { files: uploads.results })
  }

  async function close() {
    if (state === 'running') {
      const agreed = app.feedback.confirm(
        { text: t('open.upload.leaveText') },
        { title: { text: t('open.upload.leaveTitle') }, confirm: { text: t('open.upload.leave') }, isDanger: true },
      )
      question.current = app.feedback.dialogs.at(-1)?.id ?? null
      if (!(await agreed)) return
    }
    if (entries.length > 0) finish()
    else void session.finish('close', {})
  }

  /** Choosing more files stops the countdown. */
  function add() {
    uploads.stay()
    overlays.show('add')
  }

  async function pick(source: PickSource) {
    try {
      const {
        tooLarge: [large],
        leftOver,
        renamed,
      } = await uploads.pick(source)
      if (large) app.feedback.toast({ text: t('open.upload.tooLarge', { name: large.name }) })
      else if (leftOver.length > 0) app.feedback.toast({ text: t('open.upload.tooMany', { n: options.uploadFileMax }) })
      else if (renamed[0]) app.feedback.toast(renamedWords(renamed[0].name, renamed.length))
    } catch (error) {
      if (!isPickFailure(error)) throw error
      void app.feedback.alert(pickMessage(error))
    }
  }

  const isChoosing = overlays.valueFor('add') !== undefined && left > 0
  return (
    <PageScreen
      open={overlays}
      header={<OpenHead session={session} onClose={() => void close()} />}
      footer={
        <View>
          <View className="open-block" role="status">
            {summary()}
          </View>
          {uploads.secondsLeft === null ? null : (
            <View className="open-return">
              {t('open.upload.returning', { n: uploads.secondsLeft })}
              <TextButton label={t('open.upload.stay')} onPress={() => uploads.stay()} />
            </View>
          )}
          {state === 'idle' ? (
            <Button label={t('open.upload.add')} onPress={add} />
          ) : (
            <Button
              label={options.confirmBtnText || t('open.upload.finish')}
              disabled={state === 'running'}
              onPress={finish}
            />
          )}
        </View>
      }
      overlays={isChoosing ? sources() : null}
    >
      <View className="open-files">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} uploads={uploads} />
        ))}
        {entries.length > 0 && left > 0 ? (
          <View className="open-add">
            <TextButton label={t('open.upload.addMore')} onPress={add} />
          </View>
        ) : null}
      </View>
    </PageScreen>
  )

  function summary(): string {
    const { total, done, failed } = uploads.counts
    switch (state) {
      case 'idle':
        return t('open.upload.hint', { n: options.uploadFileMax })
      case 'running':
        return t('open.upload.summaryRunning', { done, total })
      case 'failed':
        return t('open.upload.summaryFailed', { done, failed })
      case 'done':
        return t('open.upload.summaryDone', { n: total })
    }
  }

  function sources() {
    return (
      <Sheet label={t('open.upload.add')} onClose={() => void overlays.close('add')}>
        <ActionGrid
          actions={app.platform.can.pick.map((source) => ({
            key: source,
            icon: pictures[source],
            label: t(`upload.${source}`),
            // The picker must open within the tap, before the sheet closes.
            onSelect() {
              void pick(source)
              void overlays.close('add')
            },
          }))}
        />
        <View className="open-add">
          <TextButton tone="plain" label={t('action.cancel')} onPress={() => void overlays.close('add')} />
        </View>
      </Sheet>
    )
  }
})

const EntryRow = observer(function EntryRow({ entry, uploads }: { entry: OpenUploadEntry; uploads: OpenUploads }) {
  const t = useWords<'open'>()
  const { file, state, message, percent } = entry
  const words: Record<OpenUploadEntry['state'], string> = {
    waiting: t('open.upload.waiting'),
    progress: t('open.upload.sent', { percent }),
    done: t('open.upload.done'),
    failed: message ? wordMessage(message, t) : t('open.upload.failed'),
  }
  const isFailed = state === 'failed'
  return (
    <UploadRow
      name={file.name}
      tile={fileTileOf(extensionOf(file.name))}
      thumbnail={file.thumbnail}
      line={isFailed ? words.failed : `${wordSize(formatSize(file.size))} · ${words[state]}`}
      tone={isFailed ? 'danger' : 'plain'}
      percent={state === 'progress' ? percent : undefined}
      isDone={state === 'done'}
      actions={
        isFailed
          ? [
              {
                icon: 'refresh-cw',
                label: t('open.upload.retry', { name: file.name }),
                onPress: () => uploads.retry(entry),
              },
              { icon: 'x', label: t('open.upload.remove', { name: file.name }), onPress: () => uploads.remove(entry) },
            ]
          : []
      }
      onPress={isFailed ? () => uploads.retry(entry) : undefined}
    />
  )
})
