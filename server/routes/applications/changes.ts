import type { OpenCallName, OpenRequest } from '@/contract/applications'
import type { Dependencies } from '../../dependencies'
import type { OpenHandlers } from '../../http/openContract'
import { openItemPresenter, presentTrashed } from '../../presenters/applications/items'
import {
  openPurge,
  openRelocate,
  openRestore,
  openTrashed,
  openUpdate,
  type Kind,
  type TypedId,
} from '../../services/applications/changes'
import { openFacts } from '../../services/applications/itemFacts'
import type { TokenHolder } from '../../services/applications/tokens'
import { openWholeTrash, type WholeTrash } from '../../services/applications/wholeTrash'
import { deleteItems } from '../../services/items/organise'
import { viewItem } from '../../services/items/viewing'
import { presentOpenOne } from './presenting'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'contentCheck' | 'sign'>
type Name = Extract<
  OpenCallName,
  | `${string} /v2/${Kind}/{id}/${'update' | 'move' | 'delete' | `${string}trash`}`
  | 'POST /v2/file/{id}/copy'
  | `POST /v2/trash/${string}`
>
type Actor = TokenHolder['actor']

/** What programs change about items, and what they find in the trash (OAPI-03). */
export function changeHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  const update =
    (kind: Kind) =>
    async ({ actor }: TokenHolder, { id, ...change }: OpenRequest<'POST /v2/file/{id}/update'>) =>
      presentOpenOne(ports, actor, await openUpdate(ports, actor, `${kind}_${id}`, change))
  const move =
    (kind: Kind) =>
    async ({ actor }: TokenHolder, { id, ...target }: OpenRequest<'POST /v2/file/{id}/move'>) => {
      await openRelocate(ports, actor, 'move', `${kind}_${id}`, target)
      return { success: true } as const
    }
  const changing =
    (kind: Kind, change: (actor: Actor, typedId: TypedId) => Promise<void>) =>
    async ({ actor }: TokenHolder, { id }: { id: number }) => {
      await change(actor, `${kind}_${id}`)
      return { success: true } as const
    }
  const trashed =
    (kind: Kind) =>
    async ({ actor }: TokenHolder, { id }: { id: number }) => {
      const found = await openTrashed(ports, actor, `${kind}_${id}`)
      const facts = await openFacts(ports.db, actor, [found.item], found.deleter ? [found.deleter.id] : [])
      return presentTrashed(openItemPresenter(actor, ports.sign, facts)(found.item), found, facts)
    }
  const deletion = (kind: Kind) => changing(kind, (actor, typedId) => deleteItems(ports, actor, [typedId]))
  const purge = (kind: Kind) => changing(kind, (actor, typedId) => openPurge(ports, actor, typedId))
  const restore = (kind: Kind) => changing(kind, (actor, typedId) => openRestore(ports, actor, typedId))
  const whole =
    (action: WholeTrash['action']) =>
    async ({ actor }: TokenHolder, { type }: OpenRequest<'POST /v2/trash/clear'>) => {
      const kind = type === 'file' || type === 'folder' ? type : 'all'
      const goesOn = await openWholeTrash(ports, actor, { action, kind })
      return goesOn ? ({ success: true, backend_processing: true } as const) : ({ success: true } as const)
    }
  return {
    'POST /v2/trash/clear': whole('clear'),
    'POST /v2/trash/restore_all': whole('restore'),
    'POST /v2/file/{id}/update': update('file'),
    'POST /v2/folder/{id}/update': update('folder'),
    'POST /v2/file/{id}/copy': async ({ actor }, { id, ...target }) => {
      const copy = await openRelocate(ports, actor, 'copy', `file_${id}`, target)
      return presentOpenOne(ports, actor, await viewItem(ports, actor, copy))
    },
    'POST /v2/file/{id}/move': move('file'),
    'POST /v2/folder/{id}/move': move('folder'),
    'POST /v2/file/{id}/delete': deletion('file'),
    'POST /v2/folder/{id}/delete': deletion('folder'),
    'POST /v2/file/{id}/delete_from_trash': purge('file'),
    'POST /v2/folder/{id}/delete_from_trash': purge('folder'),
    'POST /v2/file/{id}/restore_from_trash': restore('file'),
    'POST /v2/folder/{id}/restore_from_trash': restore('folder'),
    'GET /v2/file/{id}/trash': trashed('file'),
    'GET /v2/folder/{id}/trash': trashed('folder'),
  }
}
