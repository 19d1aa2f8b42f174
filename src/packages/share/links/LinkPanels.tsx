import { observer } from 'mobx-react'
import { WordsContext } from '@/components/context'
import type { ShareLink } from '@/contract/shares'
import { loadShareWords } from '@/i18n/share/load'
import { usePackageWords } from '@/screens/usePackageWords'
import type { LinkDetails } from '@/stores/sharing/LinkDetails'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { ByHandDialog } from '../ByHandDialog'
import { openPermissions } from '../openPermissions'
import { LazyQrPanel } from '../qr/LazyQrPanel'
import { LazyLinkSettings } from './LazyLinkSettings'

interface Props {
  details: LinkDetails
  link: ShareLink
  overlays: OverlayStore
}

/** What lies over the details of a link and is shown where a link is made, too. */
export const LinkPanels = observer(function LinkPanels({ details, link, overlays }: Props) {
  const t = usePackageWords(loadShareWords)
  const settings = openPermissions(overlays)
  const text = overlays.valueFor('sharelink')
  return (
    <WordsContext.Provider value={t}>
      {settings && (
        <LazyLinkSettings
          details={details}
          link={link}
          overlays={overlays}
          onClose={() => void overlays.close(settings)}
        />
      )}
      {overlays.valueFor('shareqr') !== undefined && (
        <LazyQrPanel link={link} onClose={() => void overlays.close('shareqr')} />
      )}
      {text !== undefined && <ByHandDialog text={text} onClose={() => void overlays.close('sharelink')} />}
    </WordsContext.Provider>
  )
})
