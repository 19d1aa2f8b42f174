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
  const isWanted = isClose && isReduced && largeAddress !== null
  useEffect(() => {
    if (isWanted) setLarge((before) => (before === 'none' ? 'loading' : before))
  }, [isWanted])
  return (
    <>
      {large !== 'shown' && (
        <Image
          className="preview-picture"
          style={style}
          src={address}
          mode="aspectFit"
          onLoad={({ detail }) => {
            const size = { width: Number(detail.width), height: Number(detail.height) }
            setReduced(Math.max(size.width, size.height) >= PICTURE_LONG_SIDE)
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
