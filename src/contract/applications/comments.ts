import { Type } from '@sinclair/typebox'
import { Id, Seconds } from '../call'
import { done, openCall } from './openCall'
import { MiniUser } from './people'
import { Mini } from './items'

/** A comment on a file. A mention is `@[user_id:name]`. */
const OpenComment = Type.Object({
  id: Id,
  content: Type.String(),
  created_at: Seconds,
  user: MiniUser,
  item: Mini,
  // Older clients read these.
  comment_id: Id,
  file_id: Id,
})

/** Comments of files (OAPI-04). */
export const commentCalls = {
  /** Oldest first, the newest thousand. */
  'GET /v2/file/{id}/comments': openCall({ id: Id }, { comments: Type.Array(OpenComment) }),
  /** At most 1,001 characters. */
  'POST /v2/comment/create': openCall(
    { file_id: Id, content: Type.String({ maxLength: 20_000 }) },
    OpenComment.properties,
  ),
  'POST /v2/comment/{id}/delete': openCall({ id: Id }, done),
}
