import { isMaker, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { UseKind } from '../../database/shareTables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import type { Access } from '../../policies/access/facts'
import { isUsedUp, previewsLeft } from '../../policies/shares/links'
import { loadLinks, claimNotification, type LinkDetail } from '../../queries/shares/links'
import { isReceiver } from '../../queries/shares/receivers'
import { countUses, countVisits, hasUse, insertVisits, type UsedItem } from '../../queries/shares/visits'
import { downloadRows } from '../../queries/items/subtree'
import { queueFirstVisit } from '../push/firstVisits'
import { deviceOf } from './clients'
import { notifyMaker, notifyOfLimit } from './messages'

type Ports = Pick<Dependencies, 'db' | 'clock'>
type CountingPorts = Ports & Pick<Dependencies, 'jobs'>

/** ms of a visit, in which a use of a file counts once; no signed address lives longer */
const VISIT_LENGTH = 7_200_000

interface NamedUse extends UsedItem {
  /** '' for the link itself */
  name: string
}

/**
 * Most uses recorded per link and network in the time of a visit, by people who are not signed in; a school may share one address. A request
 * without a grant counts as a new visitor, so that only this number limits the records.
 */
const MAX_RECORDED: Record<UseKind, number> = { visit: 200, preview: 2000, download: 2000 }

/** Records that somebody opened a link; openings by its maker do not count. */
export async function countVisit(ports: CountingPorts, actor: VisitorActor): Promise<void> {
  if (await isFlooded(ports, actor, 'visit')) return
  await countUse(ports, actor, 'visit', [{ itemId: 0, versionId: 0, name: '' }])
}

/**
 * Counts one preview of a file through a link, at most once per visit (decisions 56).
 * @throws Refused share_link_preview_limited, share_link_preview_download_limited
 */
export async function countPreview(
  ports: CountingPorts,
  actor: VisitorActor,
  file: { fileId: number; name: string },
): Promise<void> {
  await countUse(ports, actor, 'preview', [{ itemId: file.fileId, versionId: 0, name: file.name }])
}

/**
 * Requires that a preview of a file by this visitor is already counted, or that the link has a preview left. Counts nothing. Call before making a
 * rendition for the visitor.
 * @throws Refused as countPreview
 */
export async function requirePreviewLeft({ db, clock }: Ports, actor: VisitorActor, fileId: number): Promise<void> {
  if (isMaker(actor)) return
  if (await hasUse(db, { ...useOf(actor, { kind: 'preview', itemId: fileId, versionId: 0 }), now: clock() })) return
  const [link] = await loadLinks(db, [actor.link.id])
  if (link && previewsLeft(link) === 0) throw await refusalOf(db, actor, 'preview')
}

/**
 * Counts one download through a link; all ranges of one address count once (AH-01).
 * @returns whether the download was counted now and recorded
 * @throws Refused share_link_preview_download_limited
 */
export async function countDownload(
  ports: CountingPorts,
  actor: VisitorActor,
  file: { fileId: number; versionId: number; name: string },
): Promise<boolean> {
  return countUse(ports, actor, 'download', [{ itemId: file.fileId, versionId: file.versionId, name: file.name }])
}

/**
 * Counts one download per item through a link, all or none; `all`: one download for everything that the link shows.
 * @returns whether any download was counted now and recorded
 * @throws Refused share_link_preview_download_limited
 */
export async function countItems(
  ports: CountingPorts,
  actor: VisitorActor,
  targets: 'all' | readonly Access[],
): Promise<boolean> {
  if (targets === 'all') return countUse(ports, actor, 'download', [{ itemId: 0, versionId: 0, name: '' }])
  const ids = targets.map(({ chain: [item] }) => item.id)
  const rows = await downloadRows(ports.db, ids)
  const versions = new Map(rows.map((row) => [row.id, row.current_version_id]))
  const uses = targets.map(({ chain: [{ id, name }] }) => ({
    itemId: id,
    versionId: actor.link.pinned.get(id) ?? versions.get(id) ?? 0,
    name,
  }))
  return countUse(ports, actor, 'download', uses)
}

/** Whether a visitor has begun to download a version. */
export function hasDownload(
  { db, clock }: Ports,
  actor: VisitorActor,
  file: { fileId: number; versionId: number },
): Promise<boolean> {
  return hasUse(db, {
    ...useOf(actor, { kind: 'download', itemId: file.fileId, versionId: file.versionId }),
    now: clock(),
  })
}

async function isFlooded(
  { db, clock }: Ports,
  { link, user, address = '' }: VisitorActor,
  kind: UseKind,
): Promise<boolean> {
  if (user !== null) return false
  const since = new Date(clock().getTime() - VISIT_LENGTH)
  return (await countVisits(db, { linkId: link.id, network: networkOf(address), kind, since })) >= MAX_RECORDED[kind]
}

async function countUse(
  { db, clock, jobs }: CountingPorts,
  actor: VisitorActor,
  kind: UseKind,
  uses: readonly NamedUse[],
): Promise<boolean> {
  if (isMaker(actor)) return false
  const now = clock()
  const use = {
    kind,
    linkId: actor.link.id,
    visitor: actor.visitor,
    now,
    until: new Date(now.getTime() + VISIT_LENGTH),
  }
  const [first, ...others] = uses
  // Check first without a lock, because a client polls the state of a preview every second.
  if (first && others.length === 0 && (await hasUse(db, { ...use, ...first }))) return false
  return inTransaction(db, async (transaction) => {
    const counted = await countUses(transaction, use, uses)
    if (counted === null) throw await refusalOf(transaction, actor, kind)
    if (counted.length === 0) return false
    const isRecorded = kind === 'visit' || !(await isFlooded({ db: transaction, clock }, actor, kind))
    const names = new Map(uses.map(({ itemId, name }) => [itemId, name]))
    const visits = counted.map(({ itemId }) => visitOf(actor, kind, now, { itemId, name: names.get(itemId)! }))
    if (isRecorded) await insertVisits(transaction, visits)
    await notifyMakerOfUse({ db: transaction, jobs }, actor, kind, now)
    return isRecorded
  })
}

function visitOf(actor: VisitorActor, kind: UseKind, at: Date, { itemId, name }: Omit<NamedUse, 'versionId'>) {
  return {
    link_id: actor.link.id,
    at,
    kind,
    visitor: actor.visitor,
    user_id: actor.user?.id ?? null,
    item_id: itemId || null,
    item_name: name,
    device: deviceOf(actor.userAgent ?? ''),
    address: actor.address ?? null,
    network: actor.address === undefined ? null : networkOf(actor.address),
  }
}

function useOf({ link, visitor }: VisitorActor, uses: UsedItem & { kind: UseKind }) {
  return { ...uses, linkId: link.id, visitor }
}

async function refusalOf(db: Db, { link }: VisitorActor, kind: UseKind): Promise<Refused> {
  const [row] = await loadLinks(db, [link.id])
  const isAll = kind === 'download' || row === undefined || isUsedUp(row, link.mayDownload)
  return new Refused(isAll ? 'share_link_preview_download_limited' : 'share_link_preview_limited')
}

/**
 * Notifies the maker once of the first opening and once of a reached limit. The first opening names a person to whom the link was sent. Robots'
 * visits do not count, but a robot's download is an opening.
 */
async function notifyMakerOfUse(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  actor: VisitorActor,
  kind: UseKind,
  now: Date,
): Promise<void> {
  const { user } = actor
  for (const action of kind === 'visit' ? (['share_opened'] as const) : (['share_opened', 'share_limit'] as const)) {
    if (!(await claimNotification(db, actor.link.id, action, now))) continue
    const [link] = (await loadLinks(db, [actor.link.id])) as [LinkDetail]
    const isNamed = action === 'share_opened' && user !== null && (await isReceiver(db, link.id, user.id))
    if (action === 'share_limit') await notifyOfLimit(db, link, kind === 'download' ? kind : 'preview', now)
    else {
      await notifyMaker(db, link, action, now, isNamed ? user.id : null)
      await queueFirstVisit({ db, jobs }, link, now)
    }
  }
}
