import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { useTheme, useWords } from '@/components/ui/context'
import type { GridBlock } from '@/contract/previews/grid'
import { watermarkImage } from '@/domain/previews/readingWatermark'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { GridStore } from '@/stores/previews/grid/GridStore'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { FindBar } from '../reading/FindBar'
import { ChosenCell } from './ChosenCell'
import { GridNotice } from './GridNotice'
import { GridTable } from './GridTable'
import { GridTools } from './GridTools'
import './grid.scss'

interface Props {
  preview: PreviewStore
  /** The first block of the table. */
  first: GridBlock
}

/** Rows and columns that an arrow key moves the chosen cell by. */
const arrows: Record<string, [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

interface Key {
  key?: string
  ctrlKey?: boolean
  metaKey?: boolean
  target: unknown
  preventDefault(): void
  stopPropagation(): void
}

/** A workbook or a text with separated values as a table (AH-37). */
export const GridViewer = observer(function GridViewer({ preview, first }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const { dark } = useTheme()
  const grid = useDisposable(
    () => new GridStore(app, { target: preview.target, first }, (reason) => preview.fail(reason)),
  )
  useEffect(() => preview.onViewerShown(), [preview])

  const {
    find,
    chosen,
    blocks: { watermark },
  } = grid
  const colour = dark ? 'white' : 'black'
  return (
    <View className="grid" {...{ onKeyDown: keyed }}>
      {find.isOpen && <FindBar find={find} label={t('preview.grid.find')} />}
      <View className="grid-page">
        <GridTable grid={grid} name={preview.item?.name ?? ''} />
        {watermark !== null && (
          <View
            className="grid-watermark"
            style={{ backgroundImage: `url("${watermarkImage(watermark, colour)}")` }}
            aria-hidden
          />
        )}
        <GridNotice grid={grid} />
      </View>
      {chosen !== null && <ChosenCell grid={grid} />}
      <GridTools grid={grid} onPages={preview.kind === 'yiqixie' ? undefined : () => void preview.preferPages(true)} />
    </View>
  )

  /** Arrows move the chosen cell; Escape closes what is open before it closes the preview; the keys of the browser find what is not rendered. */
  function keyed(event: Key) {
    const arrow = arrows[event.key ?? '']
    const isTable = (event.target as { id?: string } | null)?.id === 'grid-table'
    if (arrow && isTable) grid.move(...arrow)
    else if ((event.ctrlKey || event.metaKey) && event.key?.toLowerCase() === 'f') find.open()
    else if (event.key === 'Escape' && find.isOpen) find.close()
    else if (event.key === 'Escape' && chosen !== null) grid.choose(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
})
