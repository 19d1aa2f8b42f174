import type { Comment } from '@/contract/comments'
import type { Canceler, Recorder, Recording } from '@/platform/Platform'
import type { Api } from './Api'

interface Voice {
  typedId: string
  /** The comment that it answers. */
  answerToId: number | undefined
  recording: Recording
  canceler: Canceler
}

/** Publishes a recording as a comment on an item (decisions 31). Continues after a sign-in. @throws ApiFailure, FileUnreadable */
export function sendVoice(
  api: Api,
  recorder: Pick<Recorder, 'send'>,
  { typedId, answerToId, recording, canceler }: Voice,
): Promise<Comment> {
  const answered = answerToId === undefined ? '' : `&answer_to_id=${answerToId}`
  const path = `/api/apps/comments/create_voice?item_typed_id=${typedId}${answered}`
  return api.withRecovery(
    async () => {
      const headers = api.headers()
      const answer = await api.answerOf({ method: 'POST', path }, () =>
        recorder.send({ path, headers, recording, canceler }),
      )
      return (answer as { comment: Comment }).comment
    },
    { canceler },
  )
}
