import { isMaker, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { UseKind } from '../../database/shareTables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import type { Access } from '../../policies/access/facts'
import { isUsedUp, previewsLeft } from '../../policies/shares/links'
import { loadLinks, markTold, type LinkDetail } from '../../queries/shares/links'
import { countUses, countVisits, hasUse, insertVisits, type UsedItem } from '../../queries/shares/visits'
import { leavingRows } from '../../queries/items/subtree'
import { queueFirstVisit } from '../push/firstVisits'
import { deviceOf } from './clients'
import { tellMaker } from './messages'

type Ports = Pick<Dependencies, 'db' | 'clock'>
type TakingPorts = Ports & Pick<Dependencies, 'jobs'>

/** ms of a visit: within it the same file counts once; no signed address lives longer */
const VISIT = 7_200_000

interface Taken extends UsedItem {
  /** '' for the link itself */
  name: string
}

/**
 * What is noted of one link within VISIT by people of one network who are not signed in; a school sits behind one address. Who asks without
 * a grant is somebody new each time: of one network not more is noted than people could do.
 */
const MOST: Record<UseKind, number> = { visit: 200, preview: 2000, download: 2000 }

/** Notes that somebody opened a link; its maker's own looks count nothing. */
export async function takeVisit(ports: TakingPorts, actor: VisitorActor): Promise<void> {
  if (await isFlooded(ports, actor, 'visit')) return
  await take(ports, actor, 'visit', [{ itemId: 0, versionId: 0, name: '' }])
}

/**
 * Takes one preview of a link: once a visit and file, however often it is asked for (decisions 56).
 * @throws Refused share_link_preview_limited, share_link_preview_download_limited
 */
export async function takePreview(
  ports: TakingPorts,
  actor: VisitorActor,
  file: { fileId: number; name: string },
): Promise<void> {
  await take(ports, actor, 'preview', [{ itemId: file.fileId, versionId: 0, name: file.name }])
}

/**
 * Whether a visitor has a preview of a file, or could take one: asked before anything is made for them. Nothing is counted.
 * @throws Refused as takePreview
 */
export async function requirePreviewLeft({ db, clock }: Ports, actor: VisitorActor, fileId: number): Promise<void> {
  if (isMaker(actor)) return
  if (await hasUse(db, { ...takingOf(actor, { kind: 'preview', itemId: fileId, versionId: 0 }), now: clock() })) return
  const [link] = await loadLinks(db, [actor.link.id])
  if (link && previewsLeft(link) === 0) throw await refusalOf(db, actor, 'preview')
}

/**
 * Takes one download of a link: once for all parts of one address (AH-01).
 * @returns whether it was counted now, and noted
 * @throws Refused share_link_preview_download_limited
 */
export async function takeDownload(
  ports: TakingPorts,
  actor: VisitorActor,
  file: { fileId: number; versionId: number; name: string },
): Promise<boolean> {
  return take(ports, actor, 'download', [{ itemId: file.fileId, versionId: file.versionId, name: file.name }])
}

/**
 * Takes one download of a link for each of some items, all or none; `all`: for all that it shows together.
 * @returns whether any was counted now, and noted
 * @throws Refused share_link_preview_download_limited
 */
export async function takeItems(
  ports: TakingPorts,
  actor: VisitorActor,
  targets: 'all' | readonly Access[],
): Promise<boolean> {
  if (targets === 'all') return take(ports, actor, 'download', [{ itemId: 0, versionId: 0, name: '' }])
  const ids = targets.map(({ chain: [item] }) => item.id)
  const rows = await leavingRows(ports.db, ids)
  const versions = new Map(rows.map((row) => [row.id, row.current_version_id]))
  const taken = targets.map(({ chain: [{ id, name }] }) => ({
    itemId: id,
    versionId: actor.link.pinned.get(id) ?? versions.get(id) ?? 0,
    name,
  }))
  return take(ports, actor, 'download', taken)
}

/** Whether a visitor has begun to download a version. */
export function isTaken(
  { db, clock }: Ports,
  actor: VisitorActor,
  file: { fileId: number; versionId: number },
): Promise<boolean> {
  return hasUse(db, {
    ...takingOf(actor, { kind: 'download', itemId: file.fileId, versionId: file.versionId }),
    now: clock(),
  })
}

async function isFlooded(
  { db, clock }: Ports,
  { link, user, address = '' }: VisitorActor,
  kind: UseKind,
): Promise<boolean> {
  if (user !== null) return false
  const since = new Date(clock().getTime() - VISIT)
  return (await countVisits(db, { linkId: link.id, network: networkOf(address), kind, since })) >= MOST[kind]
}

async function take(
  { db, clock, jobs }: TakingPorts,
  actor: VisitorActor,
  kind: UseKind,
  taken: readonly Taken[],
): Promise<boolean> {
  if (isMaker(actor)) return false
  const now = clock()
  const use = { kind, linkId: actor.link.id, visitor: actor.visitor, now, until: new Date(now.getTime() + VISIT) }
  const [first, ...others] = taken
  // Asked first without a lock: a client asks every second where a preview stands.
  if (first && others.length === 0 && (await hasUse(db, { ...use, ...first }))) return false
  return inTransaction(db, async (transaction) => {
    const counted = await countUses(transaction, use, taken)
    if (counted === null) throw await refusalOf(transaction, actor, kind)
    if (counted.length === 0) return false
    const isNoted = kind === 'visit' || !(await isFlooded({ db: transaction, clock }, actor, kind))
    const names = new Map(taken.map(({ itemId, name }) => [itemId, name]))
    const visits = counted.map(({ itemId }) => visitOf(actor, kind, now, { itemId, name: names.get(itemId)! }))
    if (isNoted) await insertVisits(transaction, visits)
    await tell({ db: transaction, jobs }, actor, kind, now)
    return isNoted
  })
}

function visitOf(actor: VisitorActor, kind: UseKind, at: Date, { itemId, name }: Omit<Taken, 'versionId'>) {
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

function takingOf({ link, visitor }: VisitorActor, taken: UsedItem & { kind: UseKind }) {
  return { ...taken, linkId: link.id, visitor }
}

async function refusalOf(db: Db, { link }: VisitorActor, kind: UseKind): Promise<Refused> {
  const [row] = await loadLinks(db, [link.id])
  const isAll = kind === 'download' || row === undefined || isUsedUp(row, link.mayDownload)
  return new Refused(isAll ? 'share_link_preview_download_limited' : 'share_link_preview_limited')
}

/** Tells the maker once of the first who came, though they called themselves a robot and then took something, and once of a limit. */
async function tell(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  actor: VisitorActor,
  kind: UseKind,
  now: Date,
): Promise<void> {
  for (const action of kind === 'visit' ? (['share_opened'] as const) : (['share_opened', 'share_limit'] as const)) {
    if (!(await markTold(db, actor.link.id, action, now))) continue
    const [link] = (await loadLinks(db, [actor.link.id])) as [LinkDetail]
    await tellMaker(db, link, action, now)
    if (action === 'share_opened') await queueFirstVisit({ db, jobs }, link, now)
  }
}
