import { View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import type { Tile as TileKind } from '@/domain/items/tiles'
import './Tile.scss'

interface Props extends TileKind {
  /** A picture over the tile; the tile shows around it, and where the picture fails to load. */
  thumbnail?: string | null
  large?: boolean
}

/** The coloured tile of a file's type, or the picture of a folder's kind (ROW-01). */
export function Tile({ group, label, thumbnail, large }: Props) {
  return (
    <View className={`tile tile-${group}${large ? ' tile-large' : ''}`} style={pictureStyle(thumbnail)} aria-hidden>
      {label}
    </View>
  )
}

/** The style of a tile with a picture. */
export function pictureStyle(address: string | null | undefined): CSSProperties | undefined {
  return address ? ({ '--picture': `url("${pictureAddress(address)}")` } as CSSProperties) : undefined
}

/** An address that cannot end the quotes of `url("…")`. */
export function pictureAddress(address: string): string {
  return address.replace(/["\\\n]/g, encodeURIComponent)
}
