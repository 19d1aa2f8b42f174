import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { ActionGrid } from '@/components/sheets/ActionGrid'
import type { IconName } from '@/components/ui/Icon'
import { Sheet } from '@/components/sheets/Sheet'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { FILES_PER_PERSON, FILE_REQUEST_SIZE_LIMIT } from '@/domain/fileRequests/files'
import type { PickSource } from '@/platform/Platform'
import { PrivacyUndeclared } from '@/platform/privacyFailures'
import { useApp } from '@/screens/app/AppContext'
import { ActionLog } from '@/stores/app/ActionLog'
import { renamedWords } from '@/stores/uploads/uploadQuestions'
import { isPickFailure, pickMessage } from '@/stores/uploads/uploadFaults'
import type { HandInProps } from './HandInFiles'

const pictures: Record<PickSource, IconName> = {
  camera: 'camera',
  media: 'image',
  files: 'file',
  chat: 'message-circle',
}

const MEGABYTE = 1_048_576

/** The sources of files: for new ones, or for one that replaces a handed-in file. */
export const SourceSheet = observer(function SourceSheet({ store, overlays }: HandInProps) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { feedback, platform } = app
  const value = overlays.valueFor('handin')
  if (value === undefined) return null
  const replaced = store.me?.files.find(({ id }) => String(id) === value) ?? null
  const close = () => overlays.close('handin')
  const label = replaced ? t('collect.page.replace', { name: replaced.name }) : t('collect.page.add')

  async function pick(source: PickSource) {
    try {
      const remarks = await store.pick(source, replaced)
      const renamed = remarks.filter(({ why }) => why === 'renamed')
      const first = remarks.find(({ why }) => why !== 'renamed') ?? renamed[0]
      if (!first) return
      const { name } = first.file
      if (first.why === 'renamed') feedback.toast(renamedWords(name, renamed.length))
      else if (first.why === 'kind') feedback.toast({ text: t('collect.page.wrongKind', { name }) })
      // It says what to do instead, which takes longer to read than a toast stays.
      else if (first.why === 'version' && replaced)
        void feedback.alert({ text: t('collect.page.otherKind', { name, replaced: replaced.name }) })
      else if (first.why === 'size')
        feedback.toast({ text: t('collect.page.tooLarge', { name, n: FILE_REQUEST_SIZE_LIMIT / MEGABYTE }) })
      else feedback.toast({ text: t('collect.page.tooMany', { n: FILES_PER_PERSON }) })
    } catch (error) {
      if (!isPickFailure(error)) throw error
      if (error instanceof PrivacyUndeclared) new ActionLog(app.api).privacyUndeclared(error)
      void feedback.alert(pickMessage(error))
    }
  }

  return (
    <Sheet label={label} onClose={() => void close()}>
      <ActionGrid
        actions={platform.can.pick.map((source) => ({
          key: source,
          icon: pictures[source],
          label: t(`upload.${source}`),
          // The picker must open within the tap, before the sheet closes.
          onSelect() {
            void pick(source)
            void close()
          },
        }))}
      />
      <View className="collect-add">
        <TextButton tone="plain" label={t('action.cancel')} onPress={() => void close()} />
      </View>
    </Sheet>
  )
})
