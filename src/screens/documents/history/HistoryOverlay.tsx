import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { NameForm } from '@/components/fields/NameForm'
import { Header } from '@/components/frame/Header'
import { useModal } from '@/components/sheets/useModal'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { useNameForm } from '@/screens/items/useNameForm'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { offerUndo } from '@/stores/app/offerUndo'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import type { DocumentStore } from '@/stores/documents/DocumentStore'
import { HistoryStore } from '@/stores/documents/HistoryStore'
import { VersionList } from './VersionList'
import { VersionView } from './VersionView'
import { versionOf, type Chosen } from './chosen'
import { useMoments } from './useMoments'
import './history.scss'

export interface HistoryOverlayProps {
  fileId: number
  store: DocumentStore
  session: DocumentSession
  overlays: OverlayStore
}

/** The versions of a document: listed by day, named, compared and restored (DOC-05). */
export default observer(function HistoryOverlay({ fileId, store, session, overlays }: HistoryOverlayProps) {
  const app = useApp()
  const t = useWords<'document'>()
  const moments = useMoments()
  const history = useDisposable(() => new HistoryStore(app.api, fileId))
  useEffect(() => void history.open(), [history])
  const close = () => overlays.close('tab')
  const ref = useModal(() => void close())
  const chosen = overlays.valueFor('level1')
  const named = overlays.valueFor('remark')
  const mayChange = store.mayWrite && store.isConnected

  return (
    <View ref={ref} className="history" role="dialog" aria-modal aria-label={t('document.history.title')}>
      <Header title={t('document.history.title')} onBack={() => void close()} />
      <VersionList
        history={history}
        onChoose={(next) => overlays.show('level1', next)}
        onName={mayChange ? () => overlays.show('remark', 'now') : undefined}
      />
      {chosen !== undefined && (
        <VersionView
          key={chosen}
          history={history}
          chosen={chosen as Chosen}
          kind={store.kind ?? 'ydoc'}
          session={session}
          onName={mayChange ? () => overlays.show('remark', chosen) : undefined}
          onRestore={mayChange && store.isSaved ? (versionId) => void restore(versionId) : undefined}
          onClose={() => void overlays.close('level1')}
        />
      )}
      {named !== undefined && (
        <NamingForm history={history} chosen={named as Chosen} onClose={() => overlays.close('remark')} />
      )}
    </View>
  )

  async function restore(versionId: number) {
    const version = versionOf(history, `${versionId}`)
    const earlier = await history.restore(versionId)
    if (earlier === null) return
    forgetSteps()
    await close()
    const { feedback } = app
    const title = version ? moments.titleOf(version) : ''
    offerUndo(feedback, { text: t('document.history.restored', { version: title }) }, async () => {
      if ((await history.restore(earlier)) === null) return
      forgetSteps()
      feedback.toast({ text: t('document.history.undone') })
    })
  }

  function forgetSteps() {
    for (const forget of session.onRestored) forget()
  }
})

interface NamingFormProps {
  history: HistoryStore
  chosen: Chosen
  onClose(): Promise<void>
}

const NamingForm = observer(function NamingForm({ history, chosen, onClose }: NamingFormProps) {
  const t = useWords<'document'>()
  const version = versionOf(history, chosen)
  const form = useNameForm(
    version?.name ?? '',
    (name) => history.name(name, chosen === 'now' ? undefined : Number(chosen)),
    onClose,
  )
  return (
    <NameForm
      title={t('document.history.nameTitle')}
      placeholder={t('document.history.nameHint')}
      {...form}
      onCancel={() => void onClose()}
    />
  )
})
