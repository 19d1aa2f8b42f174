import { Text, View } from '@tarojs/components'
import type { Tile as TileKind } from '@/domain/items/kinds'
import { classes } from './classes'
import { nameParts } from './nameParts'
import { Optional } from './Optional'
import { Tile } from './Tile'
import './Row.scss'

export interface RowProps {
  name: string
  type: 'file' | 'folder'
  tile: TileKind
  thumbnail?: string | null
  /** Time, size, who: already worded and joined. */
  meta: string
  /** At most two, and how many more there are as `+2` (ROW-02). */
  tags?: readonly string[]
  moreTags?: string
  /** The word of the encrypted mark. */
  encrypted?: string
  locked?: boolean
  /** Where a top-level collaboration folder comes from. */
  origin?: string
  /** Shown, but out of reach. */
  faded?: boolean
  /** px from the top of a VirtualList; in the flow when absent. */
  top?: number
  /** Place in the whole list for screen readers, from 1; absent in the mini-program, where each attribute is sent. */
  position?: number
  total?: number
  /** Read out where there is a position. */
  moreLabel?: string
  onOpen(): void
  onMore?(): void
}

/** One item of a list, 64 px high. The structure never changes, so that a recycled row sends only texts and classes. */
export function Row(props: RowProps) {
  const { name, type, tile, thumbnail, meta, tags = [], top, position, onMore } = props
  const { head, tail } = nameParts(name, type)
  return (
    <View
      className={classes('row', top !== undefined && 'row-placed', props.faded && 'row-faded')}
      style={top === undefined ? undefined : { top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={props.total}
    >
      <View className='row-open' onClick={props.onOpen}>
        <Tile group={tile.group} label={tile.label} thumbnail={thumbnail} />
        <View className={props.locked ? 'row-name row-locked' : 'row-name'}>
          <Text className='row-head'>{head}</Text>
          <Optional className='row-tail' text={tail} />
          <Optional className='row-mark row-encrypted' text={props.encrypted} />
          <Optional className='row-mark row-origin' text={props.origin} />
        </View>
        <View className='row-meta'>
          <Text className='row-detail'>{meta}</Text>
          <Optional className='row-mark row-tag' text={tags[0]} />
          <Optional className='row-mark row-tag' text={tags[1]} />
          <Optional className='row-mark row-tag row-rest' text={props.moreTags} />
        </View>
      </View>
      {onMore ? <View className='row-more' aria-label={position === undefined ? undefined : props.moreLabel} onClick={onMore} /> : null}
    </View>
  )
}
