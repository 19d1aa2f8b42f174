import type { ShareNotice } from '@/contract/shares/notice'
import { fileTileOf } from '@/domain/items/kinds'
import { withoutDirections } from '@/domain/items/naming'
import type { SharedBefore } from '../../errors'

/** Names the sharer and the items of a link, without any id. */
export function presentNotice({ sharer, items }: SharedBefore): ShareNotice {
  const first = items[0]!
  return {
    sharer,
    type: first.is_folder ? 'folder' : 'file',
    name: withoutDirections(first.name),
    extension: first.extension,
    type_icon: first.is_folder ? 'folder' : fileTileOf(first.extension).group,
    size: first.is_folder ? 0 : first.size,
    item_count: items.length,
  }
}
