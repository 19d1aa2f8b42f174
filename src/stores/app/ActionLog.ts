import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import type { ActionInfo, LoggedAction } from '@/contract/session/actionLogs'
import type { PrivacyUndeclared } from '@/platform/Platform'

interface Outcome {
  /** Absent where nothing came of it. */
  typedId?: Item['typed_id']
  info: ActionInfo
  /** Absent where all went well. */
  failReason?: string
}

/** Tells the server what became of uploads and previews, and what WeChat keeps from everybody, once, whatever comes of that (CTX-10). */
export class ActionLog {
  constructor(private readonly api: Api) {}

  /** A preview is there to be seen, or will not be. */
  previewComplete(outcome: Outcome) {
    this.tell('preview_complete', outcome)
  }

  /** An upload has come to its end. */
  uploadStat(outcome: Outcome) {
    this.tell('upload_stat', outcome)
  }

  /** An interface of WeChat is refused to everybody. */
  privacyUndeclared({ api }: PrivacyUndeclared) {
    this.tell('privacy_undeclared', { info: { api } })
  }

  private tell(action: LoggedAction, { typedId, info, failReason }: Outcome) {
    const told = {
      uuid: newUuid(),
      action,
      source: 'h5',
      typed_id: typedId,
      additional_info: info,
      fail_reason: failReason,
    } as const
    void answerOrNull(this.api.call('POST /apps/logs/action', told, { handledCodes: 'all' }))
  }
}

/** A mini-program has no `crypto`. */
function newUuid(): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16))
}
