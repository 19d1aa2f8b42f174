import { observer } from 'mobx-react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { canClose, canReopen } from '@/domain/shares/linkState'
import { useApp } from '@/screens/app/AppContext'
import type { LinkDetails } from '@/stores/shares/LinkDetails'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { offerText } from '../handOver'
import { isOwn, nameOf, wordFacts, linkText, linkTile } from './wordLink'

interface Props {
  details: LinkDetails
  link: ShareLink
  overlays: OverlayStore
}

/** The actions on a link. */
export const LinkMenu = observer(function LinkMenu({ details, link, overlays }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  if (overlays.valueFor('linkmenu') === undefined) return null
  const name = nameOf(link, t)
  const close = () => overlays.close('linkmenu')

  async function offer(give: NonNullable<typeof offerText>) {
    const outcome = await give({ title: name, text: linkText(link, app.sessionContext.baseUrl, t) })
    if (outcome === 'failed') app.feedback.toast({ text: t('links.notShared') })
  }

  const entries: (MenuEntry | false)[] = [
    {
      key: 'qr',
      icon: 'qr-code',
      label: t('links.qr.title'),
      onSelect: () => void close().then(() => overlays.show('shareqr')),
    },
    offerText !== undefined && {
      key: 'share',
      icon: 'share-2',
      label: t('links.share'),
      onSelect: () => {
        // Within the tap: awaits nothing before.
        void offer(offerText!)
        void close()
      },
    },
    isOwn(app, link) && {
      key: 'settings',
      icon: 'lock',
      label: t('links.settings'),
      onSelect: () => void close().then(() => overlays.show('changeperms')),
    },
    link.may_approve && {
      key: 'approve',
      icon: 'check',
      label: t('link.approve'),
      onSelect: () => void close().then(() => details.decide(true)),
    },
    link.may_approve && {
      key: 'refuse',
      icon: 'x',
      label: t('link.refuse'),
      danger: true,
      onSelect: () => void close().then(() => details.decide(false)),
    },
    canReopen(link, isOwn(app, link)) && {
      key: 'reopen',
      icon: 'refresh-cw',
      label: t('links.reopen'),
      onSelect: () => void close().then(() => details.reopen()),
    },
    canClose(link, isOwn(app, link)) && {
      key: 'close',
      icon: 'x',
      label: t('link.close'),
      danger: true,
      onSelect: () => void close().then(() => details.close()),
    },
  ]
  return (
    <Sheet label={name} onClose={() => void close()}>
      <SheetHead picture={<Tile {...linkTile(link)} />} title={name} text={wordFacts(app, link, t)} />
      <MenuList entries={entries.filter((entry) => entry !== false)} />
    </Sheet>
  )
})
