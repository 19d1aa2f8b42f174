import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure, answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Reply } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
}

/** Codes for an invitation that does not exist, or not any more (2§8). */
const invalidCodes: readonly ErrorCode[] = [
  'invitation_invalid',
  'invitation_expired',
  'permission_denied',
  'collab_not_found',
  'item_not_found',
  'item_is_deleted',
]

/** Accepts an invitation; a dialog reports an invalid one (COLL-07). Resolves to the folder, `invalid`, or null after a failure that was shown. */
export async function acceptInvitation(
  { api, changes, feedback }: Dependencies,
  collabId: number,
): Promise<Reply<'POST /apps/collabs/accept'>['item'] | 'invalid' | null> {
  try {
    const options = { handledCodes: invalidCodes }
    const { item } = await api.call('POST /apps/collabs/accept', { collab_id: collabId }, options)
    feedback.toast({ key: 'collab.accepted', params: { name: item.name } })
    changes.announceStale()
    return item
  } catch (error) {
    return isInvalid(error) ? await reportInvalid(feedback) : null
  }
}

/**
 * Asks, then refuses an invitation. Resolves as `acceptInvitation`; `kept` where the user declined the question.
 * @param agreed the user agreed, and the call begins
 */
export async function refuseInvitation(
  { api, feedback }: Pick<Dependencies, 'api' | 'feedback'>,
  collabId: number,
  agreed: () => void,
): Promise<'refused' | 'kept' | 'invalid' | null> {
  const isSure = await feedback.confirm(
    { key: 'collab.refuseText' },
    { title: { key: 'collab.refuseTitle' }, confirm: { key: 'collab.refuse' }, isDanger: true },
  )
  if (!isSure) return 'kept'
  agreed()
  try {
    await api.call('POST /apps/collabs/refuse', { collab_id: collabId }, { handledCodes: invalidCodes })
    feedback.toast({ key: 'collab.refused' })
    return 'refused'
  } catch (error) {
    return isInvalid(error) ? await reportInvalid(feedback) : null
  }
}

function isInvalid(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) throw error
  return error.code !== undefined && invalidCodes.includes(error.code)
}

async function reportInvalid(feedback: FeedbackStore): Promise<'invalid'> {
  await feedback.alert({ key: 'collab.invalidText' }, { title: { key: 'collab.invalidTitle' } })
  return 'invalid'
}

/** The answer to an invitation: a question is open, or the call is under way. */
export type Answering = 'asking' | 'accepting' | 'refusing'

/** An invitation opened by its address (decisions 4.25). */
export class Invitation {
  /** `gone`: invalid, expired or withdrawn. */
  phase: 'loading' | 'ready' | 'failed' | 'gone' = 'loading'
  answer: Reply<'GET /apps/collabs/get'> | null = null
  error: Message | null = null
  answering: Answering | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly id: number,
  ) {
    makeAutoObservable<this, 'deps' | 'id'>(this, {
      deps: false,
      id: false,
      answer: observable.ref,
      error: observable.ref,
    })
  }

  get isAccepted(): boolean {
    return this.answer?.collab.accepted ?? false
  }

  async load() {
    try {
      const options = { quiet: true, handledCodes: invalidCodes }
      this.received(await this.deps.api.call('GET /apps/collabs/get', { collab_id: this.id }, options))
    } catch (error) {
      if (isInvalid(error)) this.ended('gone')
      else this.failed(error as ApiFailure)
    }
  }

  /** Accepts. Resolves to the folder that is now accessible. */
  async join(): Promise<Reply<'POST /apps/collabs/accept'>['item'] | null> {
    if (this.answering) return null
    this.turned('accepting')
    const taken = await acceptInvitation(this.deps, this.id)
    this.turned(null)
    if (taken === 'invalid') this.ended('gone')
    return taken === 'invalid' ? null : taken
  }

  /** Refuses. Resolves to whether it is refused. */
  async refuse(): Promise<boolean> {
    if (this.answering) return false
    this.turned('asking')
    const outcome = await refuseInvitation(this.deps, this.id, () => this.turned('refusing'))
    this.turned(null)
    if (outcome === 'invalid') this.ended('gone')
    return outcome === 'refused'
  }

  private received(told: Reply<'GET /apps/collabs/get'>) {
    this.answer = told
    this.phase = told.collab.invited?.is_expired && !told.collab.accepted ? 'gone' : 'ready'
  }

  private failed({ failure }: ApiFailure) {
    this.error = messageOf(failure)
    if (!this.answer) this.phase = 'failed'
  }

  private ended(phase: 'gone') {
    this.phase = phase
  }

  private turned(answering: Answering | null) {
    this.answering = answering
  }
}

/** Reports to the server that invitations were read; ignores failures. Resolves to the number of unread messages. */
export async function markInvitationsRead(api: Api, ids: number[]): Promise<number | null> {
  if (ids.length === 0) return null
  const request = { child_message_ids: ids, type: 'collab' as const }
  const answer = await answerOrNull(
    api.call('POST /apps/messages/child_messages_mark_read', request, { handledCodes: 'all' }),
  )
  return answer && answer.total_unread_message_count
}
