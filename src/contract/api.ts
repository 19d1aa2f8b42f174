import type { ReplyOf, RequestOf } from './call'
import { accountCalls } from './account'
import { auditCalls } from './audit'
import { childMessageCalls } from './childMessages'
import { collabCalls } from './collabs'
import { collectCalls } from './collect'
import { commentCalls } from './comments'
import { contactCalls } from './contacts'
import { copyMoveCalls } from './copyMove'
import { enterpriseCalls } from './enterprises'
import { listCalls } from './lists'
import { logCalls } from './logs'
import { messageCalls } from './messages'
import { messengerLinkCalls } from './messengerLinks'
import { messengerCalls } from './messengers'
import { onlineDocumentCalls } from './onlineDocuments'
import { operationCalls } from './operations'
import { outsideCalls } from './outside'
import { previewCalls } from './preview'
import { promotionCalls } from './promotion'
import { sessionCalls } from './session'
import { shareCalls } from './shares'
import { shareReportCalls } from './shareReports'
import { siblingCalls } from './siblings'
import { transferCalls } from './transfer'
import { trashCalls } from './trash'
import { twoStepCalls } from './twoStep'
import { uploadCalls } from './uploads'
import { versionCalls } from './versions'

/** Every call that the client makes and the server answers as JSON; keys are method and path below `/api`. */
export const calls = {
  ...sessionCalls,
  ...twoStepCalls,
  ...accountCalls,
  ...auditCalls,
  ...listCalls,
  ...operationCalls,
  ...trashCalls,
  ...copyMoveCalls,
  ...transferCalls,
  ...uploadCalls,
  ...versionCalls,
  ...previewCalls,
  ...onlineDocumentCalls,
  ...siblingCalls,
  ...shareCalls,
  ...shareReportCalls,
  ...enterpriseCalls,
  ...collectCalls,
  ...contactCalls,
  ...collabCalls,
  ...commentCalls,
  ...messageCalls,
  ...childMessageCalls,
  ...messengerCalls,
  ...messengerLinkCalls,
  ...outsideCalls,
  ...promotionCalls,
  ...logCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type Request<K extends CallName> = RequestOf<Calls[K]>
export type Reply<K extends CallName> = ReplyOf<Calls[K]>
