import type { Received } from '@/contract/shares/received'
import { categoryOf } from '@/domain/items/kinds'
import { secondsOf } from '../../time/clock'
import type { Node } from '../../policies/access/facts'
import type { ReceivedThing } from '../../queries/shares/received'
import { entryOf } from '../items/path'
import { presentShared } from './link'

/** The people whose pictures a page shows: senders of the user's own enterprise. */
export function sendersOf(things: readonly ReceivedThing[]): number[] {
  return things.flatMap((thing) => {
    if (thing.kind === 'link') return thing.link.maker_id
    const { inviter_id: id } = thing.entry
    return thing.isOurs && id !== null ? id : []
  })
}

/** Something that others gave a user. @param faces addresses of user pictures */
export function presentReceived(thing: ReceivedThing, faces: ReadonlyMap<number, string>): Received {
  if (thing.kind === 'link') {
    const { link } = thing
    return {
      key: `link_${link.id}`,
      kind: 'link',
      item: presentShared(link),
      sender: presentSender(link.maker_id, link.maker_name, faces),
      received: secondsOf(link.created_at),
      ends: link.due_at === null ? 0 : secondsOf(link.due_at),
      unique_name: link.unique_name,
      collab_id: null,
    }
  }
  const { kind, entry, folder } = thing
  const { inviter_id: id, inviter_name: name, expires_at: end } = entry
  return {
    key: `collab_${entry.id}`,
    kind,
    item: presentFolder(folder),
    sender: id === null || name === null ? null : presentSender(id, name, faces),
    received: secondsOf(entry.invited_at),
    ends: kind === 'folder' || end === null ? 0 : secondsOf(end),
    unique_name: '',
    collab_id: kind === 'invitation' ? entry.id : null,
  }
}

function presentSender(id: number, name: string, faces: ReadonlyMap<number, string>): NonNullable<Received['sender']> {
  const avatar = faces.get(id)
  return { id, name, ...(avatar !== undefined && { avatar }) }
}

function presentFolder(folder: Node): Received['item'] {
  return {
    ...entryOf(folder),
    type: 'folder',
    extension: '',
    extension_category: categoryOf(''),
    type_icon: 'folder',
    size: 0,
    item_count: 1,
    pinned_version: null,
  }
}
