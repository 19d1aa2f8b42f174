import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { UploadRow } from '@/components/uploads/UploadRow'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { extensionOf } from '@/domain/items/extension'
import { fileTileOf } from '@/domain/items/kinds'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo, wordMessage } from '@/screens/app/wording'
import type { HandInEntry } from '@/stores/fileRequests/HandInEntry'
import type { HandInStore } from '@/stores/fileRequests/HandInStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface HandInProps {
  store: HandInStore
  overlays: OverlayStore
}

/** Files to be handed in, and files handed in, which can be replaced and taken back. */
export const HandInFiles = observer(function HandInFiles({
  store,
  overlays,
  isEnded = false,
}: HandInProps & { isEnded?: boolean }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const files = store.me?.files ?? []
  const mine = t('collect.page.mine')

  async function takeBack(file: { id: number; name: string }) {
    const { feedback } = app
    const { name } = file
    const agreed = await feedback.confirm(
      { text: t('collect.page.takeBackText', { name }) },
      {
        title: { text: t('collect.page.takeBackTitle') },
        confirm: { text: t('collect.page.takeBackConfirm') },
        isDanger: true,
      },
    )
    if (agreed && (await store.takeBack(file))) feedback.toast({ text: t('collect.page.takenBack', { name }) })
  }

  return (
    <>
      {isEnded ? null : (
        <View className="collect-files">
          {store.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onRemove={() => store.remove(entry)} />
          ))}
          {store.filesLeft > 0 && !store.isSending ? (
            <View className="collect-add">
              <TextButton label={t('collect.page.add')} onPress={() => overlays.show('handin', 'new')} />
            </View>
          ) : null}
        </View>
      )}
      {store.me ? (
        <>
          <View className="collect-heading" role="heading" aria-level={3}>
            {mine}
          </View>
          <View className="collect-files" role={files.length > 0 ? 'list' : undefined} aria-label={mine}>
            {files.length === 0 ? <View className="collect-nobody">{t('collect.page.mineNone')}</View> : null}
            {files.map((file) => (
              <View key={file.id} role="listitem">
                <UploadRow
                  name={file.name}
                  tile={fileTileOf(extensionOf(file.name))}
                  line={`${wordSize(formatSize(file.size))} · ${wordAgo(app, file.at, t)}`}
                  isDone
                  actions={
                    isEnded || store.isSending
                      ? []
                      : [
                          {
                            icon: 'refresh-cw',
                            label: t('collect.page.replace', { name: file.name }),
                            onPress: () => overlays.show('handin', String(file.id)),
                          },
                          {
                            icon: 'undo-2',
                            label: t('collect.page.takeBack', { name: file.name }),
                            onPress: () => void takeBack(file),
                          },
                        ]
                  }
                />
              </View>
            ))}
          </View>
        </>
      ) : null}
      <View className="collect-privacy">
        {[t('collect.page.privacy'), ...(isEnded ? [] : [t('collect.page.replaceable')])].join('\n')}
      </View>
    </>
  )
})

const EntryRow = observer(function EntryRow({ entry, onRemove }: { entry: HandInEntry; onRemove(): void }) {
  const t = useWords<'collect'>()
  const { file, state } = entry
  return (
    <UploadRow
      name={file.name}
      tile={fileTileOf(extensionOf(file.name))}
      thumbnail={file.thumbnail}
      line={lineOf(entry, t)}
      tone={state === 'failed' ? 'danger' : 'plain'}
      percent={state === 'sending' ? entry.percent : undefined}
      actions={
        state === 'sending'
          ? []
          : [{ icon: 'x', label: t('collect.page.remove', { name: file.name }), onPress: onRemove }]
      }
    />
  )
})

function lineOf({ file, state, message, percent, replaces }: HandInEntry, t: Words<'collect'>): string {
  if (state === 'failed') return message ? wordMessage(message, t) : t('collect.page.failed')
  const size = wordSize(formatSize(file.size))
  if (state === 'sending') return `${size} · ${t('collect.page.sent', { percent })}`
  return [size, replaces ? t('collect.page.replacing', { name: replaces.name }) : t('collect.page.pending')].join(' · ')
}
