import { View } from '@tarojs/components'
import { classes } from '../ui/classes'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import type { RowProps } from './RowProps'
import { pictureStyle } from '../ui/Tile'
import './Row.scss'

/**
 * One item of a list, 64 px high; native/item-row is the mini-program's, with the same structure and classes. Parts that cannot be pressed are plain
 * elements, because a fling renders dozens of rows a second.
 */
export function Row(props: RowProps) {
  const { name, type, tile, thumbnail, meta, tags = [], top, position, checked, onOpen, onMore } = props
  const isChoosing = checked !== undefined
  const { head, tail } = nameParts(name, type)
  return (
    <div
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
        <div className={`tile tile-${tile.group}`} style={pictureStyle(thumbnail)} aria-hidden>
          {tile.label}
        </div>
        <div className={props.locked ? 'row-name row-locked' : 'row-name'}>
          <span className="row-head" {...saysWhole(name)}>
            {head}
          </span>
          {optional('row-tail', tail, true)}
          {optional('row-mark row-encrypted', props.encrypted)}
          {optional('row-mark row-origin', props.origin)}
        </div>
        <div className="row-meta">
          <span className="row-detail">{meta}</span>
          {optional('row-mark row-tag', tags[0])}
          {optional('row-mark row-tag', tags[1])}
          {optional('row-mark row-tag row-rest', props.moreTags)}
        </div>
      </View>
      {isChoosing ? (
        <View className={checked ? 'row-check row-checked' : 'row-check'} aria-hidden onClick={onOpen} />
      ) : null}
      {onMore && !isChoosing ? (
        <View className="row-more" aria-label={position === undefined ? undefined : props.moreLabel} onClick={onMore} />
      ) : null}
    </div>
  )
}

/** A text, or nothing. */
function optional(className: string, text?: string, isSilent?: true) {
  return text ? (
    <span className={className} aria-hidden={isSilent}>
      {text}
    </span>
  ) : null
}
