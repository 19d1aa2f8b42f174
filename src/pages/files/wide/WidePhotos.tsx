import { observer } from 'mobx-react'
import { useEffect } from 'react'
import type { Item } from '@/contract/entities'
import { mayPreview } from '@/domain/items/rights'
import { useApp } from '@/screens/app/AppContext'
import { openPhoto } from '../photos/openPhoto'
import { PhotoGrid } from '../photos/PhotoGrid'
import { PhotoTools } from '../photos/PhotoTools'
import type { Desk, RowActs } from './useRowActs'
import { WideWaiting } from './WideWaiting'

/** The grid of a folder's pictures in a wide window, in place of the table (AH-39). */
export const WidePhotos = observer(function WidePhotos({ list, overlays, selection, acts }: Desk & { acts: RowActs }) {
  const app = useApp()
  // No key may act on a row that is no longer shown.
  useEffect(() => selection.clear(), [selection])
  const open = (item: Item) => {
    const isBeside = overlays.valueFor('preview') !== undefined
    if (isBeside && mayPreview(item)) overlays.replace('preview', '1', { file_id: String(item.id), by: 'taken' })
    else openPhoto(app, item)
  }
  return (
    <PhotoGrid
      list={list}
      selection={selection}
      isChoosing={selection.count > 0}
      onOpen={open}
      onHold={() => {}}
      onMenu={acts.menu}
      top={(photos) => (
        <>
          <WideWaiting list={list} />
          <PhotoTools list={list} photos={photos} />
        </>
      )}
    />
  )
})
