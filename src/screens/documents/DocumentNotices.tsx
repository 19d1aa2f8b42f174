import { observer } from 'mobx-react'
import { useState } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { DocumentStore } from '@/stores/documents/DocumentStore'

/** Why a user may not write, who else restored a version, and what the server has not stored. */
export const DocumentNotices = observer(function DocumentNotices({ store }: { store: DocumentStore }) {
  const t = useWords<'document'>()
  const { isLoaded, role, reason, restoredBy } = store
  return (
    <>
      {isLoaded && role === 'read' && (
        <NoticeBar tone="quiet" text={t(`document.reading.${reason ?? 'permission_denied'}`)} />
      )}
      {restoredBy !== null && (
        <NoticeBar
          tone="quiet"
          text={t('document.history.restoredBy', { name: restoredBy })}
          actions={[{ label: t('document.lost.close'), tone: 'plain', onPress: () => store.forgetRestored() }]}
        />
      )}
      {store.lost && <Lost store={store} lost={store.lost} />}
    </>
  )
})

interface LostProps {
  store: DocumentStore
  lost: NonNullable<DocumentStore['lost']>
}

/** What was not saved, to copy it from here. */
const Lost = observer(function Lost({ store, lost }: LostProps) {
  const app = useApp()
  const t = useWords<'document'>()
  const [isCopied, setCopied] = useState(false)
  const { text, reason } = lost
  const why =
    reason === 'document_update_too_large'
      ? t('document.lost.large')
      : reason === 'document_too_large'
        ? t('document.lost.full')
        : reason === 'document_update_refused'
          ? t('document.lost.refused')
          : ''
  const copy = async () => {
    await app.platform.copyText(text)
    setCopied(true)
  }
  return (
    <div className="document-lost" role="alert">
      <div className="document-lost-title">{[t('document.lost.title'), why].filter(Boolean).join(' · ')}</div>
      <div className="document-lost-text" tabIndex={0}>
        {text}
      </div>
      <div className="document-lost-actions">
        <TextButton tone="plain" label={t('document.lost.close')} onPress={() => store.forgetLost()} />
        <TextButton label={t(isCopied ? 'document.lost.copied' : 'document.lost.copy')} onPress={() => void copy()} />
      </div>
    </div>
  )
})
