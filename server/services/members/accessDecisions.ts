import { randomInt } from 'node:crypto'
import type { AccessRequestState } from '@/contract/members/accessRequests'
import type { Role } from '@/contract/entities'
import { createPayload } from '@/domain/shares/createPayload'
import { defaultSettings, withPreviewOnly } from '@/domain/shares/settings'
import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import { isAllowed, isUsable } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import { mayDecide } from '../../policies/members/accessRequests'
import { insertDeclined, lockRequest, requestsExpiredBefore, settleRequest } from '../../queries/members/accessRequests'
import { CHINA_HOURS } from '../../time/calendar'
import { requireAccess } from '../access/itemAccess'
import { createLink } from '../shares/creation'
import { policyOn } from '../shares/status'
import { invite } from './invitations'
import { rolesOn } from './roles'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'messengers' | 'contentCheck' | 'encrypter'>

export interface Decision {
  requestId: number
  isGranted: boolean
  /** undefined: the role that the asker wishes for */
  role?: Role
}

/**
 * Grants or declines a request for access that reached the user (AH-50). A granted request stays granted. A declined one may still be granted.
 * Nobody decides an expired one.
 * @returns the state that holds now: another user may have decided first
 * @throws Refused access_request_not_found, permission_denied, as requireAccess, invite and createLink
 */
export async function decideRequest(
  ports: Ports,
  actor: UserActor,
  { requestId, isGranted, role }: Decision,
): Promise<AccessRequestState> {
  return inTransaction(
    ports.db,
    async (transaction) => {
      const request = await lockRequest(transaction, requestId, actor.user.id)
      if (!request) throw new Refused('access_request_not_found')
      const access = await requireAccess(transaction, actor, request.item_id)
      if (!mayDecide(actor, access)) throw permissionDenied()
      const state = isGranted ? 'granted' : 'declined'
      if (request.state === 'granted' || request.state === state) return request.state
      const at = ports.clock()
      if (request.state === 'open' && request.changed_at <= requestsExpiredBefore(at)) return 'expired'
      const given = role ?? request.role
      const within = { ...ports, db: transaction }
      if (!isGranted) await insertDeclined(transaction, request.asker_id, at)
      else if (access.chain[0].isFolder) await letIn(within, actor, access, { askerId: request.asker_id, role: given })
      else await share(within, actor, access, { askerId: request.asker_id, isPreviewOnly: given === 'previewer' })
      await settleRequest(transaction, request.id, { state, at })
      return state
    },
    { actor },
  )
}

/** Gives the asker a role in a folder at once. */
async function letIn(
  ports: Ports,
  actor: UserActor,
  { chain }: Access,
  { askerId, role: wanted }: { askerId: number; role: Role },
): Promise<void> {
  const asked = { folderId: chain[0].id, message: '', users: `${askerId}:${wanted}`, groups: '', isWanted: true }
  const [failed] = (await invite(ports, actor, asked)).failed
  if (!failed) return
  // Meanwhile somebody else may have let the asker in, or closed the folder to them.
  const role = (await rolesOn(ports.db, chain, { userIds: [askerId] })).get(askerId)
  if (!isUsable(role)) throw new Refused(failed.code)
}

/** Shares a file with the asker alone, by a link with the settings that the policy asks for. */
async function share(
  ports: Ports,
  actor: UserActor,
  access: Access,
  { askerId, isPreviewOnly }: { askerId: number; isPreviewOnly: boolean },
): Promise<void> {
  const policy = await policyOn(ports.db, actor, [access])
  const usual = defaultSettings({
    mode: 'colleagues',
    policy,
    enterprise: { ...actor.enterprise, is_personal_user_enterprise: actor.enterprise.is_personal },
    isDownloadable: isAllowed(access, 'item_download'),
    now: ports.clock().getTime() / 1000,
    zoneAt: () => CHINA_HOURS * 60,
    random: () => randomInt(2 ** 32) / 2 ** 32,
  })
  const settings = isPreviewOnly ? withPreviewOnly(usual, true, policy) : usual
  const shared = { isVersionPinned: false, groupIds: [], userIds: [askerId] }
  const asked = createPayload(settings, { typedIds: [`file_${access.chain[0].id}`], ...shared })
  await createLink(ports, actor, asked, { isWanted: true })
}
