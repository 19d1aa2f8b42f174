import { observer } from 'mobx-react'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { SortSheet } from '@/components/sheets/SortSheet'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { menuByContext, type MenuAction } from '@/domain/items/menuByContext'
import { tileOf } from '@/domain/items/tiles'
import { maySave } from '@/domain/landing/landing'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { wordAgo } from '@/screens/app/wording'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'
import { download } from '@/stores/downloads/download'
import '@/theme/lazyIcons.scss'
import { openItem } from '../page/navigate'
import type { ItemSheetProps, SortProps } from '../page/SheetProps'
import { wordFileSize } from '../page/wordLanding'

/** The six orders of the list. */
export const ListOrder = observer(function ListOrder({ list, overlays }: SortProps) {
  const t = useWords()
  const close = () => overlays.close('sort')
  return list.sort ? (
    <SortSheet
      by={list.sort.by}
      direction={list.sort.direction}
      dateWord={t('sort.by.date')}
      onChoose={(by, direction) => void close().then(() => list.sortBy({ by, direction }))}
      onClose={() => void close()}
    />
  ) : null
})

/** A visitor's actions on one item: save, preview, download (ACT-14). */
export const ItemSheet = observer(function ItemSheet({ store, overlays, item }: ItemSheetProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const labels: Partial<Record<MenuAction, Pick<MenuEntry, 'label' | 'icon'>>> = {
    save: { label: t('visit.save.action'), icon: 'folder-input' },
    preview: { label: t('visit.preview'), icon: 'eye' },
    download: { label: t('visit.download'), icon: 'download' },
  }
  const mayBeSaved = store.process !== null && maySave(store.process)
  const entries = menuByContext('share', abilitySubject(app, item)).flatMap(({ action, answer }) => {
    const face = labels[action]
    if (!face || (action === 'save' && !mayBeSaved)) return []
    const select = async () => {
      await overlays.close('actionsheet')
      if (answer !== 'yes') return app.feedback.toast(refusalOf(answer.no, item))
      await act(action)
    }
    return [{ key: action, ...face, disabled: answer !== 'yes', onSelect: () => void select() }]
  })
  const time = wordAgo(app, item.modified_at, t)
  return (
    <Sheet label={item.name} onClose={() => void overlays.close('actionsheet')}>
      <SheetHead
        picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
        title={item.name}
        text={item.type === 'file' ? `${wordFileSize(item)} · ${time}` : time}
      />
      <MenuList entries={entries} />
    </Sheet>
  )

  async function act(action: MenuAction) {
    if (action === 'save') overlays.show('sharesave', item.typed_id)
    else if (action === 'preview') openItem(app, store, item)
    else {
      await download(app, item)
      await store.refresh()
    }
  }
})
