import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { WordsContext } from '@/components/ui/context'
import { useKeptFocus } from '@/components/sheets/useKeptFocus'
import { useModal } from '@/components/sheets/useModal'
import { loadShareWords } from '@/i18n/shares/form/load'
import { useApp } from '@/screens/app/AppContext'
import { useLinkCard } from '@/screens/messengers/cards'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { QuickSend } from '@/stores/shares/QuickSend'
import { ShareDraft } from '@/stores/shares/ShareDraft'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { ByHandDialog } from './ByHandDialog'
import { MessagePage } from './form/MessagePage'
import { PermissionPage } from './form/PermissionPage'
import { ReceiversPage } from './form/ReceiversPage'
import { ShareForm } from './form/ShareForm'
import { ShareResult } from './ShareResult'
import { openPermissions } from './form/openPermissions'
import { LazyQrPanel } from './links/LazyPanels'
import { useShareActions } from './useShareActions'
import { wordReason } from './form/wordReason'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'
import './shares.scss'

interface Props {
  typedId: string
  overlays: OverlayStore
  onClose(): void
}

/** Shares an item, or several as one link (SHARE-01). */
export const SharePanel = observer(function SharePanel(props: Props) {
  const app = useApp()
  const t = usePackageWords(loadShareWords)
  const draft = useDisposable(() => new ShareDraft(app, props.typedId))
  useEffect(() => void draft.find(), [draft])
  const title = t('share.title')
  const forwards = useCard(draft)
  const ref = useModal(props.onClose)
  useKeptFocus(ref)
  useRefusal(draft, props.onClose)
  return (
    <WordsContext.Provider value={t}>
      <View ref={ref} className="share" role="dialog" aria-modal aria-label={title}>
        <Header title={title} onBack={props.onClose} />
        {draft.phase === 'failed' ? (
          <LoadFailed onRetry={() => void draft.find()} />
        ) : draft.phase === 'finding' || draft.phase === 'gone' || !title ? (
          <Skeleton />
        ) : (
          <Popup {...props} draft={draft} forwards={forwards} />
        )}
      </View>
    </WordsContext.Provider>
  )

  /** The page cannot be forwarded before there is a link. */
  function useCard({ link }: ShareDraft): boolean {
    return useLinkCard(link?.state === 'open' ? link : null, {
      fallback: t('share.card', { name: app.session.user?.name ?? '' }),
      several: (name, n) => t('share.cardItems', { name, n }),
      isFile: link?.item.type === 'file' && link.item.item_count === 1,
    })
  }

  /** Once the words are loaded, says why nothing can be shared, and closes. */
  function useRefusal({ phase, refusal }: ShareDraft, onClose: () => void) {
    const isOver = phase === 'gone'
    const reason = refusal && wordReason(refusal, t)
    const isWorded = reason !== ''
    useEffect(() => {
      if (!isOver || !isWorded) return
      if (reason) app.feedback.toast({ text: reason })
      onClose()
      // Once; `onClose` is a new function on every render.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [isOver, isWorded])
  }
})

interface PopupProps extends Props {
  draft: ShareDraft
  forwards: boolean
}

const Popup = observer(function Popup({ draft, forwards, overlays, onClose }: PopupProps) {
  const app = useApp()
  const actions = useShareActions(draft, overlays)
  const [quick] = useState(() => new QuickSend(app, draft))
  useEffect(() => void quick.load(), [quick])
  const { link } = draft
  const permissions = openPermissions(overlays)
  const close = (flag: 'addmessage' | 'contactremove' | 'sharelink') => () => void overlays.close(flag)
  return (
    <>
      {link ? (
        <ShareResult
          draft={draft}
          link={link}
          actions={actions}
          forwards={forwards}
          overlays={overlays}
          onClose={onClose}
        />
      ) : (
        <ShareForm draft={draft} overlays={overlays} actions={actions} quick={quick} />
      )}
      {!link && permissions && (
        <PermissionPage
          key={draft.mode}
          settings={draft.settings}
          unsaved={draft.unsaved}
          policy={draft.policy}
          mode={draft.mode}
          receivers={draft.mode === 'colleagues' ? draft.receivers.length : null}
          items={draft.items}
          overlays={overlays}
          onSave={(settings) => {
            draft.saveSettings(settings)
            return true
          }}
          onEdit={(unsaved) => draft.setUnsaved(unsaved)}
          onClose={() => void overlays.close(permissions)}
        />
      )}
      {!link && overlays.valueFor('addmessage') && <MessagePage draft={draft} onClose={close('addmessage')} />}
      {!link && overlays.valueFor('contactremove') && (
        <ReceiversPage draft={draft} onAdd={actions.choosePeople} onClose={close('contactremove')} />
      )}
      {link && overlays.valueFor('shareqr') && (
        <LazyQrPanel link={link} onClose={() => void overlays.close('shareqr')} />
      )}
      {overlays.valueFor('sharelink') && actions.byHand && (
        <ByHandDialog text={actions.byHand} onClose={close('sharelink')} />
      )}
    </>
  )
})
