import type { ReplyOf, RequestOf } from './call'
import { accessRequestCalls } from './members/accessRequests'
import { accountCalls } from './session/account'
import { activityCalls } from './items/activity'
import { administrationCalls } from './administration/calls'
import { auditCalls } from './audit'
import { childMessageCalls } from './messages/childMessages'
import { collabCalls } from './members'
import { fileRequestCalls } from './fileRequests'
import { commentCalls } from './comments'
import { consentCalls } from './grants'
import { contactCalls } from './contacts'
import { documentCalls } from './documents'
import { copyMoveCalls } from './moving'
import { enterpriseCalls } from './enterprise/enterprises'
import { listCalls } from './items/lists'
import { logCalls } from './session/actionLogs'
import { messageCalls } from './messages/messages'
import { messengerLinkCalls } from './messengers/links'
import { messengerCalls } from './messengers/messengers'
import { onlineDocumentCalls } from './previews/onlineDocuments'
import { operationCalls } from './items/operations'
import { pushCalls } from './push'
import { previewCalls } from './previews/previews'
import { promotionCalls } from './enterprise/promotion'
import { registrationCalls } from './session/registration'
import { sessionCalls } from './session/session'
import { signOnCalls } from './session/signOn'
import { shareCalls } from './shares/shares'
import { receivedCalls } from './shares/received'
import { shareReportCalls } from './shares/reports'
import { siblingCalls } from './previews/siblings'
import { tagCalls } from './items/tags'
import { transferCalls } from './downloads'
import { trashCalls } from './trash'
import { twoStepCalls } from './session/twoStep'
import { uploadCalls } from './uploads'
import { versionCalls } from './items/versions'

/** All JSON calls between client and server. Keys are the method and the path below `/api`. */
export const calls = {
  ...sessionCalls,
  ...signOnCalls,
  ...registrationCalls,
  ...twoStepCalls,
  ...accountCalls,
  ...administrationCalls,
  ...auditCalls,
  ...listCalls,
  ...activityCalls,
  ...operationCalls,
  ...tagCalls,
  ...trashCalls,
  ...copyMoveCalls,
  ...transferCalls,
  ...uploadCalls,
  ...versionCalls,
  ...previewCalls,
  ...onlineDocumentCalls,
  ...documentCalls,
  ...siblingCalls,
  ...shareCalls,
  ...receivedCalls,
  ...shareReportCalls,
  ...enterpriseCalls,
  ...fileRequestCalls,
  ...contactCalls,
  ...collabCalls,
  ...accessRequestCalls,
  ...commentCalls,
  ...messageCalls,
  ...childMessageCalls,
  ...messengerCalls,
  ...messengerLinkCalls,
  ...pushCalls,
  ...promotionCalls,
  ...logCalls,
  ...consentCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type Request<K extends CallName> = RequestOf<Calls[K]>
export type Reply<K extends CallName> = ReplyOf<Calls[K]>
