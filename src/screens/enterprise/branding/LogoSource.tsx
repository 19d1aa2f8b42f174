import { ActionGrid } from '@/components/sheets/ActionGrid'
import type { IconName } from '@/components/ui/Icon'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { LOGO_KILOBYTES } from '@/domain/enterprise/logo'
import { loadAccountWords } from '@/i18n/session/load'
import type { PickSource } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { SmallPicture } from '@/stores/session/SmallPicture'

const pictures: Record<Exclude<PickSource, 'camera'>, IconName> = {
  media: 'image',
  files: 'file',
  chat: 'message-circle',
}

/** The sources of a picture, for a logo or the user's own picture. */
export function LogoSource({ logo, onClose }: { logo: SmallPicture; onClose(): void }) {
  const { platform } = useApp()
  const t = usePackageWords(loadAccountWords)
  const sources = platform.can.pick.filter((source) => source !== 'camera')
  return (
    <Sheet label={t('logo.choose')} onClose={onClose}>
      <SheetHead title={t('logo.choose')} text={t('logo.rules', { n: LOGO_KILOBYTES })} />
      <ActionGrid
        actions={sources.map((source) => ({
          key: source,
          icon: pictures[source],
          label: t(`logo.${source}`),
          // The picker must open within the tap, before the sheet closes.
          onSelect() {
            void logo.pick(source)
            onClose()
          },
        }))}
      />
    </Sheet>
  )
}
