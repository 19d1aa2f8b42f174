import { observer } from 'mobx-react'
import { Dialog } from '@/components/Dialog'
import { loadLinksWords } from '@/i18n/links/load'
import { usePackageWords } from '@/screens/usePackageWords'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { SelectedText } from './SelectedText'

/** A text to select and copy, where the phone has no clipboard or keeps it from the app (SHARE-11). */
export const CopyByHand = observer(function CopyByHand({ overlays }: { overlays: OverlayStore }) {
  const t = usePackageWords(loadLinksWords)
  const text = overlays.valueFor('copytext')
  if (text === undefined) return null
  const close = () => void overlays.close('copytext')
  return (
    <Dialog
      title={t('links.byHand.title')}
      text={
        <>
          {t('links.byHand.text')}
          <SelectedText label={t('links.byHand.title')} text={text} />
        </>
      }
      confirm={t('action.gotIt')}
      onConfirm={close}
      onCancel={close}
    />
  )
})
