import type { ShareLink } from '@/contract/shares/shares'
import { loadLinksWords } from '@/i18n/shares/links/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { copyLink } from '@/stores/shares/copyLink'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { linkText } from './wordLink'

/** Copies a link with its password, within the tap; where there is no clipboard a dialog shows the text (SHARE-11). */
export function useCopyLink(overlays: OverlayStore): (link: ShareLink) => void {
  const app = useApp()
  const t = usePackageWords(loadLinksWords)
  return (link) =>
    void copyLink(
      app,
      linkText(link, app.sessionContext.baseUrl, t),
      { key: link.password ? 'link.copiedBoth' : 'link.copied' },
      (text) => overlays.show('sharelink', text),
    )
}
