import { MenuList } from '@/components/MenuList'
import { Sheet } from '@/components/Sheet'
import { SheetHead } from '@/components/SheetHead'
import { Tile } from '@/components/Tile'
import { useWords } from '@/components/context'
import { setFavourite } from '@/stores/items/setFavourite'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import type { FrequentRow } from '@/stores/lists/rows'
import { useApp } from '@/screens/AppContext'
import { wordFrequent } from '@/i18n/rowTexts'

/** What can be done with a favourite that is no item of the user's, or is not any more: it can be removed (LIST-11). */
export function FrequentSheet({ row, overlays }: { row: FrequentRow; overlays: OverlayStore }) {
  const app = useApp()
  const t = useWords()
  const { tile, meta } = wordFrequent(row.frequent, t)
  const close = () => overlays.close('actionsheet')
  const remove = async () => {
    await close()
    await setFavourite(app, row, false)
  }
  return (
    <Sheet label={row.name} onClose={() => void close()}>
      <SheetHead picture={<Tile {...tile} />} title={row.name} text={meta} />
      <MenuList
        entries={[
          { key: 'unfavourite', icon: 'star-filled', label: t('menu.unfavourite'), onSelect: () => void remove() },
        ]}
      />
    </Sheet>
  )
}
