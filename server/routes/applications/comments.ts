import type { OpenCallName } from '@/contract/applications'
import { OPEN_COMMENT_MAX_LENGTH } from '@/domain/limits'
import { programUser, type ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import type { OpenHandlers } from '../../http/openContract'
import { presentOpenComment } from '../../presenters/applications/comments'
import { requireItem } from '../../services/access/places'
import { openPeople } from '../../services/applications/itemFacts'
import { Commenting, listComments, requireComment } from '../../services/comments/comments'

type Comment = Parameters<typeof presentOpenComment>[0]
type Ports = Omit<Dependencies, 'lease' | 'live'>
type Name = Extract<OpenCallName, 'GET /v2/file/{id}/comments' | `POST /v2/comment/${string}`>

/** Comments of files (OAPI-04). */
export function commentHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  const { db } = ports
  const commenting = new Commenting(ports)
  const nameOf = async (actor: ApplicationActor, typedId: string) =>
    (await requireItem(db, programUser(actor), typedId)).chain[0].name
  const present = async (actor: ApplicationActor, comments: readonly Comment[], name: string) => {
    const people = await openPeople(
      db,
      actor,
      comments.map(({ row }) => row.author_id),
    )
    return comments.map((comment) => presentOpenComment(comment, name, people))
  }
  return {
    'GET /v2/file/{id}/comments': async ({ actor }, { id }) => {
      const itemTypedId = `file_${id}`
      const { comments } = await listComments(db, programUser(actor), { itemTypedId, isWhole: true })
      return { comments: await present(actor, comments, await nameOf(actor, itemTypedId)) }
    },
    'POST /v2/comment/create': async ({ actor }, { file_id: fileId, content }) => {
      const itemTypedId = `file_${fileId}`
      const longest = OPEN_COMMENT_MAX_LENGTH
      const made = await commenting.post(programUser(actor), { itemTypedId }, content, { longest })
      const [comment] = await present(actor, [made], await nameOf(actor, itemTypedId))
      return comment!
    },
    'POST /v2/comment/{id}/delete': async ({ actor }, { id }) => {
      const user = programUser(actor)
      await requireComment(db, user, id).catch((error: unknown) => {
        const isMissing = error instanceof Refused && error.code === 'item_not_found'
        throw isMissing ? new Refused('item_not_found', { open: 'comment_not_found' }) : error
      })
      await commenting.remove(user, id)
      return { success: true }
    },
  }
}
