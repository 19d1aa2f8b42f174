import { Image } from '@tarojs/components'
import { useEffect, useState, type CSSProperties } from 'react'
import type { Extent } from '@/domain/previews/gallery'
import { PICTURE_LONG_SIDE } from '@/domain/previews/limits'

interface Props {
  address: string
  /** A larger picture, loaded at the first closer look; null if there is none. */
  largeAddress: string | null
  /** Whether the picture is zoomed in. */
  isClose: boolean
  style?: CSSProperties
  /** A picture is loaded; px of its file. */
  onShown(size: Extent): void
  onFailed(): void
}

/** A picture of the gallery. At a closer look a larger picture takes its place once that is loaded (PREV-06). */
export function Picture({ address, largeAddress, isClose, style, onShown, onFailed }: Props) {
  const [isReduced, setReduced] = useState(false)
  const [large, setLarge] = useState<'none' | 'loading' | 'shown'>('none')
  const [ground, setGround] = useState<CSSProperties>()
  const isWanted = isClose && isReduced && largeAddress !== null
  useEffect(() => {
    if (isWanted) setLarge((before) => (before === 'none' ? 'loading' : before))
  }, [isWanted])
  return (
    <>
      {large !== 'shown' && (
        <Image
          className="preview-picture"
          style={{ ...style, ...ground }}
          src={address}
          mode="aspectFit"
          onLoad={({ detail }) => {
            const size = { width: Number(detail.width), height: Number(detail.height) }
            setReduced(Math.max(size.width, size.height) >= PICTURE_LONG_SIDE)
            setGround(groundOf(size))
            onShown(size)
          }}
          onError={onFailed}
        />
      )}
      {large !== 'none' && largeAddress && (
        <Image
          className={large === 'shown' ? 'preview-picture' : 'preview-picture preview-picture-waiting'}
          style={style}
          src={largeAddress}
          mode="aspectFit"
          onLoad={() => setLarge('shown')}
          // The next closer look tries again.
          onError={() => setLarge('none')}
        />
      )}
    </>
  )
}

/**
 * A grey behind the picture, to which black and white have a contrast of at least 3.5:1: the writing of a transparent animation is visible. The server
 * puts still pictures on a ground. The grey ends just within the picture, so that no line of it is seen around an opaque picture.
 */
function groundOf({ width, height }: Extent): CSSProperties {
  const rect = "<rect x='.25%' y='.25%' width='99.5%' height='99.5%' fill='#878787'/>"
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'>${rect}</svg>`
  return { background: `#000 url("data:image/svg+xml,${encodeURIComponent(drawing)}") center / contain no-repeat` }
}
