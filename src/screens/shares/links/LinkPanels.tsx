import { observer } from 'mobx-react'
import { WordsContext } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { loadShareWords } from '@/i18n/shares/form/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { LinkDetails } from '@/stores/shares/LinkDetails'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { ByHandDialog } from '../ByHandDialog'
import { openPermissions } from '../form/openPermissions'
import { LazyQrPanel, LazyLinkSettings } from './LazyPanels'

interface Props {
  details: LinkDetails
  link: ShareLink
  overlays: OverlayStore
}

/** Panels over a link's details that the share popup shows, too. */
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
