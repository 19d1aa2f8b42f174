import type {} from '@/native/item-row'
import { nameParts } from '@/domain/items/nameParts'
import type { RowProps } from './RowProps'
import { pictureAddress } from '../ui/Tile'
import './Row.scss'

/**
 * One item of a list, 64 px high, drawn by native/item-row, since Taro would send a row as a tree of nodes. All changing data is one text: each
 * property that changes is sent with its path, and an array or object on every refresh.
 */
export function Row(props: RowProps) {
  const { name, moreLabel = '', onOpen, onMore, onHold } = props
  // The same for every row, so that only the first render sends it. Taro would send null for undefined, which is no text.
  const menu = onMore ? moreLabel.replace(name, '{name}') || '{name}' : ''
  return <item-row packed={pack(props)} menu={menu} onOpen={onOpen} onMore={onMore} onHold={onHold} />
}

/** One field per line, in the order that native/item-row/index.wxml reads; trailing empty fields are omitted. */
function pack({ name, type, tile, thumbnail, meta, tags = [], top, ...row }: RowProps): string {
  const { head, tail } = nameParts(name, type)
  const marks = [row.faded && 'f', row.locked && 'l', row.checked !== undefined && 's', row.checked && 'c']
    .filter(Boolean)
    .join('')
  const picture = thumbnail && pictureAddress(thumbnail)
  const fields = [
    top,
    marks,
    tile.group,
    tile.label,
    picture,
    head,
    tail,
    meta,
    row.encrypted,
    row.origin,
    tags[0],
    tags[1],
    row.moreTags,
  ]
  return fields
    .map((field) => String(field ?? '').replace(/\n/g, ' '))
    .join('\n')
    .replace(/\n+$/, '')
}
