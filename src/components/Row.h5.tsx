import { Text, View } from '@tarojs/components'
import { classes } from './classes'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import type { RowProps } from './RowProps'
import { Tile } from './Tile'
import './Row.scss'

/** One item of a list, 64 px high; the mini-program's is native/item-row, of the same structure and classes. */
export function Row(props: RowProps) {
  const { name, type, tile, thumbnail, meta, tags = [], top, position, checked, onOpen, onMore } = props
  const isChoosing = checked !== undefined
  const { head, tail } = nameParts(name, type)
  return (
    <View
      className={classes('row', top !== undefined && 'row-placed', props.faded && 'row-faded')}
      style={top === undefined ? undefined : { top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={props.total}
    >
      <View
        className="row-open"
        role={isChoosing ? 'checkbox' : undefined}
        aria-checked={checked}
        aria-disabled={!onOpen || undefined}
        onClick={onOpen}
        onLongPress={props.onHold}
      >
        <Tile group={tile.group} label={tile.label} thumbnail={thumbnail} />
        <View className={props.locked ? 'row-name row-locked' : 'row-name'}>
          <Text className="row-head" {...saysWhole(name)}>
            {head}
          </Text>
          <Optional className="row-tail" text={tail} isSilent />
          <Optional className="row-mark row-encrypted" text={props.encrypted} />
          <Optional className="row-mark row-origin" text={props.origin} />
        </View>
        <View className="row-meta">
          <Text className="row-detail">{meta}</Text>
          <Optional className="row-mark row-tag" text={tags[0]} />
          <Optional className="row-mark row-tag" text={tags[1]} />
          <Optional className="row-mark row-tag row-rest" text={props.moreTags} />
        </View>
      </View>
      {isChoosing ? (
        <View className={checked ? 'row-check row-checked' : 'row-check'} aria-hidden onClick={onOpen} />
      ) : null}
      {onMore && !isChoosing ? (
        <View className="row-more" aria-label={position === undefined ? undefined : props.moreLabel} onClick={onMore} />
      ) : null}
    </View>
  )
}

/** A text that is there or not. */
function Optional({ className, text, isSilent }: { className: string; text?: string; isSilent?: true }) {
  return text ? (
    <Text className={className} aria-hidden={isSilent}>
      {text}
    </Text>
  ) : null
}
