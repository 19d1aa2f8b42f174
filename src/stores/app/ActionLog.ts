import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import type { ActionInfo, LoggedAction } from '@/contract/session/actionLogs'
import type { PrivacyUndeclared } from '@/platform/privacyFailures'

interface Outcome {
  /** Absent where there is no item. */
  typedId?: Item['typed_id']
  info: ActionInfo
  /** Absent after a success. */
  failReason?: string
}

/** Reports to the server how uploads and previews ended and which WeChat interfaces are undeclared: once each, ignoring failures (CTX-10). */
export class ActionLog {
  constructor(private readonly api: Api) {}

  /** A preview became visible, or failed. */
  previewComplete(outcome: Outcome) {
    this.tell('preview_complete', outcome)
  }

  /** An upload ended. */
  uploadStat(outcome: Outcome) {
    this.tell('upload_stat', outcome)
  }

  /** WeChat refuses an interface to every user, because the privacy guide does not declare it. */
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
