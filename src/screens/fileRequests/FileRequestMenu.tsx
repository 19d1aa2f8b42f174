import { observer } from 'mobx-react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { FileRequestLink } from '@/contract/fileRequests'
import { useApp } from '@/screens/app/AppContext'
import type { FileRequestDetails } from '@/stores/fileRequests/FileRequestDetails'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { downloadAll } from '@/stores/downloads/download'
import { offerText } from '../shares/handOver'
import { fileRequestText, wordFacts } from './wordFileRequest'

interface Props {
  details: FileRequestDetails
  link: FileRequestLink
  overlays: OverlayStore
}

/** The actions on a collecting link. */
export const FileRequestMenu = observer(function FileRequestMenu({ details, link, overlays }: Props) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { feedback, platform, sessionContext } = app
  if (overlays.valueFor('collectmenu') === undefined) return null
  const close = () => overlays.close('collectmenu')
  const { folder, state } = link

  async function offer(give: NonNullable<typeof offerText>) {
    const outcome = await give({ title: link.title, text: fileRequestText(link, sessionContext.baseUrl, t) })
    if (outcome === 'failed') feedback.toast({ text: t('collect.notShared') })
  }

  async function end() {
    await close()
    const agreed = await feedback.confirm(
      { text: t('collect.closeText') },
      { title: { text: t('collect.closeTitle') }, confirm: { text: t('collect.close') }, isDanger: true },
    )
    if (agreed) await details.close()
  }

  const entries: (MenuEntry | false)[] = [
    offerText !== undefined && {
      key: 'share',
      icon: 'share-2',
      label: t('collect.share'),
      onSelect: () => {
        // The browser opens its share sheet only within the tap, so nothing may be awaited before this call.
        void offer(offerText!)
        void close()
      },
    },
    state === 'open' && {
      key: 'qr',
      icon: 'qr-code',
      label: t('collect.qr'),
      onSelect: () => void close().then(() => overlays.show('shareqr')),
    },
    folder !== null && {
      key: 'folder',
      icon: 'folder-input',
      label: t('collect.openFolder'),
      onSelect: () =>
        void close().then(() => platform.navigate.push({ page: 'files', space: 'folder', id: String(folder.id) })),
    },
    folder !== null &&
      link.file_count > 0 &&
      platform.can.saveByAddress && {
        key: 'download',
        icon: 'download',
        label: t('collect.downloadAll'),
        onSelect: () => {
          void downloadAll(app, [{ typed_id: `folder_${folder.id}` }])
          void close()
        },
      },
    folder !== null && {
      key: 'edit',
      icon: 'pencil',
      label: t('collect.edit'),
      onSelect: () => void close().then(() => overlays.show('collectform', 'edit')),
    },
    state === 'closed' &&
      !link.closed_by_administrator && {
        key: 'reopen',
        icon: 'refresh-cw',
        label: t('collect.reopen'),
        onSelect: () => void close().then(() => details.reopen()),
      },
    state !== 'closed' && {
      key: 'close',
      icon: 'x',
      label: t('collect.close'),
      danger: true,
      onSelect: () => void end(),
    },
  ]
  return (
    <Sheet label={link.title} onClose={() => void close()}>
      <SheetHead title={link.title} text={wordFacts(app, link, t)} />
      <MenuList entries={entries.filter((entry) => entry !== false)} />
    </Sheet>
  )
})
