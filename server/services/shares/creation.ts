import { randomBytes } from 'node:crypto'
import type { Request } from '@/contract/api'
import { hasVersionChoice } from '@/domain/shares/settings'
import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, Refused } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { approval, shareRefusal } from '../../policies/shares/links'
import { loadItems } from '../../queries/items/items'
import { insertLink, loadLinks, type Receivers, type LinkView } from '../../queries/shares/links'
import { knownReceivers, peopleOf } from '../../queries/shares/receivers'
import { accessOf } from '../access/itemAccess'
import { recordAuditEvent } from '../audit'
import { isOfType, parseTypedId, requireItem, requireItems } from '../access/places'
import { viewLink } from './lists'
import { notifyApprovers, notifyReceivers, requireNotFlooding } from './messages'
import { sharePassword } from './passwords'
import { columnsOf, requireSettings, textsToCheck } from './settings'
import { policyOn } from './status'

type Asked = Request<'POST /apps/share_links/create'>
type Ports = Pick<Dependencies, 'db' | 'clock' | 'encrypter' | 'contentCheck'>

/** most people and groups that a link is shared with, and most people who get a message */
const MAX_RECEIVERS = 5000

/**
 * Creates a link for one item or several (1§7).
 * @param isWanted whether its receivers have asked for access
 * @param longestPassword characters, if not as many as usual
 * @throws Refused item_not_found, item_is_deleted, permission_denied, item_encrypted, share_… with the field (1§5, decisions 55), asked_too_often,
 *   content_refused, content_unchecked
 */
export async function createLink(
  ports: Ports,
  actor: UserActor,
  asked: Asked,
  { isWanted = false, longestPassword }: { isWanted?: boolean; longestPassword?: number } = {},
): Promise<LinkView> {
  const { db, clock } = ports
  const items = await requireShareable(db, actor, asked)
  const policy = await policyOn(db, actor, items)
  const sender = { senderId: actor.user.id, enterpriseId: actor.enterprise.id }
  const receivers = await receiversFor(db, asked, sender)
  const isByName = asked.access === 'collaborators' || asked.invited_user_ids.length + asked.group_ids.length > 0
  const count = isByName ? receivers.userIds.length + receivers.groupIds.length : null
  const now = clock()
  const settings = requireSettings(asked, policy, actor, { receivers: count, now, longestPassword })
  const people = await peopleOf(db, receivers, sender)
  if (people.length > MAX_RECEIVERS) throw invalidRequest('group_ids')
  await ports.contentCheck.requireTexts(textsToCheck(settings), actor.user.id)
  await requireNotFlooding(db, actor, people, now)
  const uniqueName = randomBytes(16).toString('base64url')
  const versions = asked.current_version ? await versionsToPin(db, actor, items) : new Map<number, number>()
  const password = await sharePassword(ports, actor, settings.password, uniqueName)
  const serial_number = serialNumber(now)
  const id = await inTransaction(db, async (transaction) => {
    const linkId = await insertLink(transaction, {
      ...columnsOf(settings),
      ...password,
      unique_name: uniqueName,
      serial_number,
      maker_id: actor.user.id,
      enterprise_id: actor.enterprise.id,
      approval_state: policy.is_share_approval_required ? approval.waiting : approval.approved,
      created_at: now,
      items: items.map(({ chain: [item] }) => ({ itemId: item.id, pinnedVersionId: versions.get(item.id) ?? null })),
      receivers,
    })
    // Receivers are notified only once the link is approved.
    if (policy.is_share_approval_required)
      await notifyApprovers(transaction, (await loadLinks(transaction, [linkId]))[0]!, now)
    else await notifyReceivers(transaction, { linkId, source: 1, userIds: people, at: now, isWanted })
    const itemIds = items.map(({ chain: [item] }) => item.id)
    await recordAuditEvent(transaction, now, actor, 'share_created', { itemIds, detail: { serial_number } })
    return linkId
  })
  return viewLink(ports, actor, id)
}

/** The items to share, each once, in their order. */
async function requireShareable(db: Db, actor: UserActor, asked: Asked): Promise<Access[]> {
  const { item_typed_id: first, item_typed_ids: all } = asked
  if (all !== undefined && all[0] !== first) throw invalidRequest('item_typed_ids')
  const typedIds = [...new Set<string>(all ?? [first])]
  const items =
    typedIds.length === 1
      ? [await requireItem(db, actor, first)]
      : requireItems(
          await accessOf(
            db,
            actor,
            typedIds.map((id) => parseTypedId(id).id),
          ),
          typedIds,
          'item_view',
        )
  for (const access of items) {
    const refusal = shareRefusal(access)
    if (refusal !== null) throw new Refused(refusal)
  }
  return items
}

/** The active receivers in the sender's enterprise; others are ignored silently (decisions 54). */
async function receiversFor(
  db: Db,
  { invited_user_ids: users, group_ids: groups }: Pick<Asked, 'invited_user_ids' | 'group_ids'>,
  sender: { senderId: number; enterpriseId: number },
): Promise<Receivers> {
  if (users.length + groups.length > MAX_RECEIVERS) throw invalidRequest('invited_user_ids')
  return knownReceivers(db, { userIds: users, groupIds: groups }, sender)
}

/** The current versions of those files that have a choice of versions (2§5). */
async function versionsToPin(
  db: Db,
  { user, enterprise }: UserActor,
  items: readonly Access[],
): Promise<Map<number, number>> {
  const rows = await loadItems(
    db,
    user.id,
    items.filter((access) => isOfType(access, 'file')).map(({ chain: [item] }) => item.id),
  )
  const facts = { ...enterprise, is_personal_user_enterprise: enterprise.is_personal }
  return new Map(
    rows.flatMap(({ id, extension, current_version_id: version }) =>
      version !== null && hasVersionChoice({ type: 'file', extension }, facts) ? [[id, version] as const] : [],
    ),
  )
}

const SERIAL_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A number such as `20261124-7KQ2MX`, by which people refer to a link. */
function serialNumber(now: Date): string {
  const code = [...randomBytes(6)].map((byte) => SERIAL_CHARACTERS[byte % SERIAL_CHARACTERS.length]).join('')
  return `${calendar(now).format('YYYYMMDD')}-${code}`
}
