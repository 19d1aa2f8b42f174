import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useRef } from 'react'
import { useWords } from '@/components/ui/context'
import { LARGE_STEP, STEP } from '@/domain/scans/limits'
import type { Size } from '@/domain/scans/pixels'
import type { Corner } from '@/domain/scans/quad'
import type { ScanPage } from '@/stores/scans/ScanPage'
import type { Pointer } from './CornerDrag'
import { cornerEvents } from './cornerEvents'

interface Props {
  page: ScanPage
  /** px of the shown photo */
  frame: Size
  /** Corners have been moved. */
  onSettle(): void
}

const corners = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const
const ways: Record<string, Corner> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A photo with the corners of its page, which are dragged, or moved by the arrow keys. */
export const CornerEditor = observer(function CornerEditor({ page, frame, onSettle }: Props) {
  const t = useWords()
  const held = useRef<{ corner: Corner; from: Pointer } | null>(null)

  function drag(at: number) {
    return cornerEvents({
      start(from) {
        held.current = { corner: page.quad[at]!, from }
      },
      move({ clientX, clientY }) {
        if (!held.current) return
        const { corner, from } = held.current
        const x = corner.x + (clientX - from.clientX) / frame.width
        const y = corner.y + (clientY - from.clientY) / frame.height
        page.moveCorner(at, { x, y })
      },
      end() {
        if (held.current) onSettle()
        held.current = null
      },
    })
  }

  const keysFor = (at: number) => ({
    tabIndex: 0,
    onKeyDown(event: { key: string; shiftKey: boolean; preventDefault(): void }) {
      const way = ways[event.key]
      if (!way) return
      event.preventDefault()
      const step = event.shiftKey ? LARGE_STEP : STEP
      const { x, y } = page.quad[at]!
      page.moveCorner(at, { x: x + way.x * step, y: y + way.y * step })
      onSettle()
    },
  })

  return (
    <View className="scan-photo" style={{ width: `${frame.width}px`, height: `${frame.height}px` }}>
      <Image className="scan-picture" src={page.copy.thumbnail ?? ''} aria-label={t('upload.scan.photo')} />
      {page.quad.map((corner, at) => (
        <View key={corners[at]} className="scan-edge" style={edgeStyle(corner, page.quad[(at + 1) % 4]!, frame)} />
      ))}
      {page.quad.map(({ x, y }, at) => (
        <View
          key={corners[at]}
          className="scan-corner"
          style={{ left: `${x * frame.width}px`, top: `${y * frame.height}px` }}
          role="button"
          aria-label={t(`upload.scan.corner.${corners[at]!}`)}
          {...keysFor(at)}
          {...drag(at)}
        />
      ))}
    </View>
  )
})

/** A line between two corners. */
function edgeStyle(from: Corner, to: Corner, { width, height }: Size) {
  const [x, y] = [(to.x - from.x) * width, (to.y - from.y) * height]
  return {
    left: `${from.x * width}px`,
    top: `${from.y * height}px`,
    width: `${Math.hypot(x, y)}px`,
    transform: `rotate(${Math.atan2(y, x)}rad)`,
  }
}
