import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { setFavourite } from '@/stores/items/setFavourite'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { FrequentRow } from '@/stores/items/lists/rows'
import { useApp } from '@/screens/app/AppContext'
import { wordFrequent } from '@/i18n/rowTexts'

/** The actions on a favourite without a visible item: it can be removed (LIST-11). */
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
