import { observer } from 'mobx-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Dialog } from '@/components/sheets/Dialog'
import { Screen } from '@/components/frame/Screen'
import { useWords } from '@/components/ui/context'
import type { Message } from '@/api/Message'
import type { Words } from '@/i18n/words'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '../app/AppContext'
import { usePageColours } from './usePageColours'
import { useShown } from './usePage'
import { wordMessage } from '../app/wording'
import { lazyPart } from '../app/lazyPart'
import type { NoticeLineProps } from './NoticeLine'
import type { ToastLineProps } from './ToastLine'

/** Loads with the stores whose state it shows. */
const LazyNotice = lazyPart<NoticeLineProps>(() => import(/* webpackChunkName: "lazy" */ './NoticeLine'))
const LazyToast = lazyPart<ToastLineProps>(() => import(/* webpackChunkName: "lazy" */ './ToastLine'))

interface Props {
  header?: ReactNode
  /** When its data was fetched, ms; absent where unknown or irrelevant. */
  since?: number
  children: ReactNode
  footer?: ReactNode
  /** The page's sheets and panels, lowest first. */
  overlays?: ReactNode
  /** Its open overlays; going back closes the topmost. */
  open?: OverlayStore
}

/** A page's Screen with dialogs and toasts, which only the topmost page shows. */
export const PageScreen = observer(function PageScreen({ header, since, children, footer, overlays, open }: Props) {
  const { feedback, lazy } = useApp()
  const t = useWords()
  const isShown = useShown()
  usePageColours(isShown, open)
  const guide = usePrivacyGuide(isShown)
  const dialog = isShown && !guide.name ? feedback.dialog : null
  const depth = open?.depth ?? 0
  const asking = guide.name || dialog ? 1 : 0
  const leave = () => {
    if (guide.name) guide.answer(false)
    else if (dialog) feedback.answer(dialog.id, false)
    else void open?.closeTop()
  }

  return (
    <Screen
      header={
        header && (
          <>
            {header}
            {lazy.network && <LazyNotice since={since} />}
          </>
        )
      }
      footer={footer}
      depth={depth + asking}
      onLeave={leave}
      toast={isShown && feedback.currentToast && <LazyToast isOver={depth > 0} />}
      overlays={
        <>
          {overlays}
          {dialog && (
            <Dialog
              key={dialog.id}
              title={wordMessage(dialog.title, t)}
              text={[dialog.text, dialog.detail, ...(dialog.items ?? [])]
                .flatMap((line) => (line ? lineOf(line, t) : []))
                .join('\n')}
              confirm={wordMessage(dialog.confirm, t)}
              cancel={dialog.cancel && wordMessage(dialog.cancel, t)}
              danger={dialog.isDanger}
              onConfirm={() => feedback.answer(dialog.id, true)}
              onCancel={() => feedback.answer(dialog.id, false)}
            />
          )}
          {guide.name && (
            <Dialog
              title={t('privacy.title')}
              text={t('privacy.text', { contract: guide.name })}
              confirm={t('privacy.agree')}
              cancel={t('privacy.refuse')}
              consentId={CONSENT_BUTTON}
              onConfirm={() => guide.answer(true)}
              onCancel={() => guide.answer(false)}
            />
          )}
        </>
      }
    >
      {children}
    </Screen>
  )
})

function lineOf(line: Message | { name: string; why: Message }, t: Words): string {
  return 'why' in line ? `${line.name} · ${wordMessage(line.why, t)}` : wordMessage(line, t)
}

const CONSENT_BUTTON = 'privacy-consent'

/** WeChat's question before the first picker, where this page asks it (AH-29). */
function usePrivacyGuide(isShown: boolean) {
  const { privacy } = useApp().platform
  const [name, setName] = useState('')
  useEffect(() => {
    if (privacy && isShown) return privacy.onAsk(setName)
    return undefined
  }, [privacy, isShown])
  return {
    name,
    answer(agreed: boolean) {
      setName('')
      privacy?.answer(agreed, CONSENT_BUTTON)
    },
  }
}
