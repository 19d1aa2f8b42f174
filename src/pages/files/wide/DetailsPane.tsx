import { observer } from 'mobx-react'
import { Properties } from '@/components/sheets/PropertiesSheet'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { ItemActivity } from '@/screens/items/ItemActivity'
import { useProperties } from '@/screens/items/ItemProperties'
import type { Desk } from './useRowActs'

/** The details of the selected item at the right edge, else of the listed folder (AH-40, AH-43). */
export const DetailsPane = observer(function DetailsPane({ onClose, ...desk }: Desk & { onClose(): void }) {
  const t = useWords()
  const { list, cursor, selection } = desk
  const [chosen, another] = cursor.items
  const item = chosen ?? list.header.folder
  return (
    <section className="wide-pane" aria-label={t('wide.details')}>
      <div className="wide-pane-head">
        <h2 className="wide-pane-title">{another ? t('many.count', { n: selection.count }) : t('wide.details')}</h2>
        <IconButton icon="x" label={t('action.close')} onPress={onClose} />
      </div>
      {item && !another ? (
        // Another item, or a changed one, has other details.
        <Details key={`${item.typed_id} ${item.modified_at} ${item.name}`} item={item} {...desk} />
      ) : another ? null : (
        <p className="wide-pane-empty">{t('wide.noDetails')}</p>
      )}
    </section>
  )
})

const stay = () => Promise.resolve()

const Details = observer(function Details({ item, list, overlays }: Desk & { item: Item }) {
  const { space } = list.at
  const context = space === 'trash' || space === 'frequent' ? space : 'list'
  return (
    <>
      <Properties {...useProperties({ item, context, overlays, close: stay })} />
      <ItemActivity item={item} />
    </>
  )
})
