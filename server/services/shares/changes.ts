import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { ShareLinkRow } from '../../database/shareTables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, permissionDenied, Refused, shareLinkNotFound } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import { approval, closingOf, isClosed, mayClose, shareRefusal } from '../../policies/shares/links'
import type { AuditEvent } from '@/contract/audit'
import { lockLink, updateLink, type LinkDetail, type LinkView } from '../../queries/shares/links'
import { accessOf, allowed } from '../access/itemAccess'
import { recordAuditEvent } from '../audit'
import { requireLink, viewLink, viewLinks } from './lists'
import { notifyAllReceivers, notifyApprovers, notifyOfOpening } from './messages'
import { passwordOf, sharePassword } from './passwords'
import { columnsOf, requireSettings, textsToCheck, type AskedSettings } from './settings'
import { policyOn } from './status'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'encrypter'>
type Editing = Ports & Pick<Dependencies, 'contentCheck'>

/**
 * Replaces all settings of a link. Only the link's maker may do so, and only while the maker may share at least one item of the link.
 * @throws Refused share_link_not_found, and as createLink
 */
export async function editLink(
  ports: Editing,
  actor: UserActor,
  id: number,
  asked: AskedSettings,
  { longestPassword }: { longestPassword?: number } = {},
): Promise<LinkView> {
  const { db, clock } = ports
  const link = await requireLink(db, actor, id)
  if (link.maker_id !== actor.user.id) throw shareLinkNotFound()
  const policy = await policyOn(db, actor, await requireStillShareable(db, actor, link))
  const now = clock()
  const isByName = link.receiver_count > 0 || asked.access === 'collaborators'
  const oldPassword = passwordOf(ports, link)
  // The maker cannot read a password that can no longer be decrypted, so an empty field keeps the password.
  const isPasswordKept = oldPassword === null && asked.password_protected && asked.password === ''
  const receivers = isByName ? link.receiver_count : null
  const settings = requireSettings(asked, policy, actor, { receivers, now, isPasswordKept, longestPassword })
  await ports.contentCheck.requireTexts(textsToCheck(settings, link), actor.user.id)
  const isSamePassword = isPasswordKept || settings.password === oldPassword
  const password = isSamePassword ? {} : await sharePassword(ports, actor, settings.password, link.unique_name)
  await inTransaction(db, async (transaction) => {
    const before = await lockLink(transaction, id)
    if (!before) throw shareLinkNotFound()
    const columns = columnsOf(settings)
    await updateLink(transaction, id, {
      ...columns,
      ...password,
      changed_at: now,
      ...(!isSamePassword && { password_version: before.password_version + 1 }),
      // The maker must not widen an approved link without the approver. A change submits a refused link again.
      ...(policy.is_share_approval_required && { approval_state: approval.waiting, approver_id: null }),
      ...(isDifferent(before.due_at, columns.due_at) && { expiry_told_at: null }),
      ...((before.preview_limit !== columns.preview_limit || before.download_limit !== columns.download_limit) && {
        limit_told_at: null,
      }),
    })
    if (policy.is_share_approval_required) {
      if (before.approval_state !== approval.waiting) await notifyApprovers(transaction, link, now)
    } else if (before.description !== columns.description && isShown(before)) {
      await notifyAllReceivers(transaction, before, 4, now)
    }
    await recordShare(transaction, actor, link, 'share_changed', now)
  })
  return viewLink(ports, actor, id)
}

/**
 * Closes links, as their maker or as an administrator. The maker's closing and the administrator's are stored separately; each side can undo only
 * its own closing.
 * @throws Refused share_link_not_found if a link is missing; nothing is changed then
 */
export async function closeLinks(ports: Ports, actor: UserActor, ids: readonly number[]): Promise<LinkView[]> {
  const { db, clock } = ports
  const chosen = [...new Set(ids)].sort((one, other) => one - other)
  await inTransaction(db, async (transaction) => {
    for (const id of chosen) {
      const link = await requireLocked(transaction, actor, id)
      const closing = closingOf(actor, link)
      if (link[closing] !== null) continue
      const at = clock()
      await updateLink(transaction, id, { [closing]: at })
      await recordShare(transaction, actor, link, 'share_closed', at)
    }
  })
  return viewLinks(ports, actor, chosen)
}

/**
 * Undoes a closing by the user's own side; a closing by the other side remains.
 * @throws Refused share_link_not_found; permission_denied if only the other side closed the link
 */
export async function reopenLink(ports: Ports, actor: UserActor, id: number): Promise<LinkView> {
  await inTransaction(ports.db, async (transaction) => {
    const link = await requireLocked(transaction, actor, id)
    if (!isClosed(link)) return
    const closing = closingOf(actor, link)
    if (link[closing] === null) throw permissionDenied()
    const at = ports.clock()
    await updateLink(transaction, id, { [closing]: null })
    if (isShown({ ...link, [closing]: null })) await notifyOfOpening(transaction, link, at)
    await recordShare(transaction, actor, link, 'share_reopened', at)
  })
  return viewLink(ports, actor, id)
}

/** Locks a link before reading it, so that the second of two concurrent changes sees the first. @throws Refused share_link_not_found */
export async function requireLocked(db: Db, actor: UserActor, id: number): Promise<LinkDetail> {
  const row = await lockLink(db, id)
  if (!row || !mayClose(actor, row)) throw shareLinkNotFound()
  return requireLink(db, actor, id)
}

/** The items of a link that the maker may still share. @throws Refused as createLink, if no such item is left */
async function requireStillShareable(db: Db, actor: UserActor, { items }: LinkDetail): Promise<Access[]> {
  const ids = items.flatMap(({ id }) => id ?? [])
  const found = await accessOf(db, actor, ids)
  const shareable = ids
    .flatMap((id) => found.get(id) ?? [])
    .filter((each) => isAllowed(each) && shareRefusal(each) === null)
  if (shareable.length > 0) return shareable
  const refusal = shareRefusal(allowed(found.get(ids[0] ?? 0), 'item_view'))
  throw refusal === null ? itemNotFound() : new Refused(refusal)
}

/** Records an action on a link in the audit log. */
export async function recordShare(
  db: Db,
  actor: UserActor,
  { items, serial_number }: LinkDetail,
  deed: AuditEvent,
  at: Date,
): Promise<void> {
  const itemIds = items.flatMap(({ id }) => id ?? [])
  await recordAuditEvent(db, at, actor, deed, {
    ...(itemIds.length > 0 && { itemIds }),
    detail: { serial_number },
  })
}

/** Whether neither a closing nor a missing approval hides a link from its receivers. */
function isShown(link: ShareLinkRow): boolean {
  return !isClosed(link) && link.approval_state === approval.approved
}

function isDifferent(one: Date | null, other: Date | null): boolean {
  return one?.getTime() !== other?.getTime()
}
