import { View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import type { Tile as TileKind } from '@/domain/items/tiles'
import './Tile.scss'

interface Props extends TileKind {
  /** A picture laid over the tile; what it does not cover, or when it does not come, shows the tile. */
  thumbnail?: string | null
  large?: boolean
}

/** The coloured type tile of a file, or the picture of a folder's kind (ROW-01). */
export function Tile({ group, label, thumbnail, large }: Props) {
  return (
    <View className={`tile tile-${group}${large ? ' tile-large' : ''}`} style={pictureStyle(thumbnail)} aria-hidden>
      {label}
    </View>
  )
}

/** Of a tile with a picture. */
export function pictureStyle(address: string | null | undefined): CSSProperties | undefined {
  return address ? ({ '--picture': `url("${pictureAddress(address)}")` } as CSSProperties) : undefined
}

/** An address that cannot end the quotes of `url("…")`. */
export function pictureAddress(address: string): string {
  return address.replace(/["\\\n]/g, encodeURIComponent)
}
