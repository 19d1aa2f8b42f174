import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Api } from '@/api/Api'
import type { CommentedPassage } from '@/contract/comments'
import { createCanceler } from '@/platform/canceler'

/** A passage that somebody has chosen, to comment on it. */
export interface ChosenPassage {
  /** Yjs relative positions, in base64. */
  start: string
  end: string
  words: string
}

/** The passages of a text that comments are about, and the thread that is shown beside the text (DOC-06). */
export class PassageStore {
  passages: readonly CommentedPassage[] = []
  /** The thread that is shown, by its first comment; null: all comments. */
  thread: number | null = null
  /** What the next comment is about. */
  chosen: ChosenPassage | null = null
  /** Scrolls to the passage of a thread; false if the text has no such passage. The editor sets it. */
  reveal: (thread: number) => boolean = () => false
  private readonly canceler = createCanceler()
  /** Counts loads: an answer to an earlier one is dropped. */
  private ticket = 0

  constructor(
    private readonly api: Api,
    private readonly fileId: number,
  ) {
    makeAutoObservable<this, 'api' | 'fileId' | 'canceler' | 'ticket'>(this, {
      passages: observable.ref,
      chosen: observable.ref,
      reveal: false,
      api: false,
      fileId: false,
      canceler: false,
      ticket: false,
    })
  }

  /** The name under which a live stream reports changes (AH-20). */
  get watched(): string {
    return `comments_${this.fileId}`
  }

  /** Resolves to false without an answer; what is shown stays then. */
  async load(): Promise<boolean> {
    const { api, fileId, canceler } = this
    const ticket = (this.ticket += 1)
    const asked = api.call('GET /apps/comments/passages', { file_id: fileId }, { handledCodes: 'all', canceler })
    const answer = await answerOrNull(asked)
    if (answer !== null && !canceler.canceled && ticket === this.ticket) this.came(answer.passages)
    return answer !== null
  }

  /** The next comment is about this passage; null: about the whole text. */
  choose(passage: ChosenPassage | null) {
    this.chosen = passage
    this.thread = null
  }

  /** Shows one thread; null: all comments. */
  show(thread: number | null) {
    this.thread = thread
    this.chosen = null
  }

  dispose() {
    this.canceler.cancel()
  }

  private came(passages: readonly CommentedPassage[]) {
    this.passages = passages
  }
}
