import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import type { Tile as TileKind } from '@/domain/items/tiles'
import { useWords } from '../ui/context'
import { Icon } from '../ui/Icon'
import { Sheet } from './Sheet'
import { Tile } from '../ui/Tile'
import './PropertiesSheet.scss'

export interface PropertyLine {
  key: string
  label: string
  /** null while it loads */
  value: string | null
  /** Opens what the value names. */
  onPress?(): void
}

export interface PropertiesProps {
  tile: TileKind
  thumbnail?: string
  /** Untruncated. */
  name: string
  /** The lock in words, with the person who locked the item. */
  lock?: string
  tags: readonly string[]
  lines: readonly PropertyLine[]
}

interface SheetProps extends PropertiesProps {
  /** Shown below the lines. */
  children?: ReactNode
  onClose(): void
}

/** All properties of an item: name and tags in full, then one per line (ROW-05, AH-12, AH-40). */
export function PropertiesSheet({ children, onClose, ...properties }: SheetProps) {
  const t = useWords()
  return (
    <Sheet label={t('properties.title')} onClose={onClose}>
      <Properties {...properties} />
      {children}
    </Sheet>
  )
}

/** The same without the sheet, for a pane. */
export function Properties({ tile, thumbnail, name, lock, tags, lines }: PropertiesProps) {
  return (
    <>
      <View className="properties">
        <Tile {...tile} thumbnail={thumbnail} large />
        <View className="properties-name" role="heading" aria-level={2}>
          {name}
        </View>
        {lock || tags.length > 0 ? (
          <View className="properties-marks">
            {lock ? <View className="properties-mark properties-lock">{lock}</View> : null}
            {tags.map((tag) => (
              <View key={tag} className="properties-mark">
                {tag}
              </View>
            ))}
          </View>
        ) : null}
      </View>
      {lines.map(({ key, label, value, onPress }) => (
        <View
          key={key}
          className={onPress ? 'properties-line properties-press' : 'properties-line'}
          onClick={onPress}
          aria-busy={value === null || undefined}
        >
          <View className="properties-label">{label}</View>
          <View className={value === null ? 'properties-value properties-coming' : 'properties-value'}>{value}</View>
          {onPress ? <Icon name="chevron-right" size={18} /> : null}
        </View>
      ))}
    </>
  )
}
