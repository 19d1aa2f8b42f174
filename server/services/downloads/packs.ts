import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { actorKey, isMaker, reviewerId, type ReadingActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { addressRefused, permissionDenied, Refused } from '../../errors'
import { isAllowed, isWholeItem } from '../../policies/access/authorize'
import { downloadRefusal } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { deleteExpiredPacks, findPack, insertPack } from '../../queries/downloads'
import { accessOf } from '../access/itemAccess'
import { recordedActorOf, recordRepeatable, recordVisit } from '../audit'
import { archive, digestOf } from './packArchive'
import { parseTypedId, requireItems } from '../access/places'
import { planPack, type Pack } from './planPack'
import { namedItems, olderVersions, shownName } from '../shares/source'
import { countItems } from '../shares/uses'
import { viewerOfKey } from './viewers'

/** ms until an ordered archive expires */
const LIFETIME = 3_600_000

/**
 * Orders an archive of items (1§7, ACT-08). The archive is made when it is fetched. A share link counts one download per item, however often
 * the archive is fetched (AH-01).
 * @returns the archive's id, and the number of files left out because they may not be downloaded
 * @throws Refused as requireItems, permission_denied for the own root, download_… if the only item is a folder that may not be downloaded,
 *   download_nothing, download_too_many, share_link_preview_download_limited
 */
export async function orderPack(
  { db, clock, jobs }: Pick<Dependencies, 'db' | 'clock' | 'jobs'>,
  actor: ReadingActor,
  typedIds: readonly string[],
): Promise<{ id: string; leftOut: number }> {
  const { targets, isAll } = await requireTargets(db, actor, typedIds)
  const pack = await planPack(db, actor, targets)
  if (isEmpty(pack)) throw new Refused('download_nothing')
  const now = clock()
  await deleteExpiredPacks(db, now)
  const id = `${randomBytes(16).toString('base64url')}.${await digestOf(pack)}`
  const itemIds = targets.map(({ chain }) => chain[0].id)
  await inTransaction(db, async (transaction) => {
    const expiresAt = new Date(now.getTime() + LIFETIME)
    await insertPack(transaction, { id, actorKey: actorKey(actor), itemIds, expiresAt })
    await record({ db: transaction, clock, jobs }, actor, isAll ? 'all' : targets, itemIds)
  })
  return { id, leftOut: pack.leftOut }
}

async function record(
  ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>,
  actor: ReadingActor,
  targets: 'all' | readonly Access[],
  itemIds: readonly number[],
): Promise<void> {
  const { db, clock } = ports
  if (actor.kind !== 'visitor' || isMaker(actor)) {
    const { by, detail } = recordedActorOf(actor)
    await recordRepeatable(db, clock(), by, 'item_downloaded', { itemIds, detail })
  } else if (await countItems(ports, actor, targets)) {
    const detail = { serial_number: actor.link.serialNumber }
    await recordVisit(db, clock(), actor, 'item_downloaded', { itemIds, detail })
  }
}

export interface OpenPack {
  name: string
  stream: Readable
  size: number
  /** Identifies the archive's bytes. */
  digest: string
  /** Whether the archive has the same bytes as when it was ordered. */
  isAsOrdered: boolean
}

/**
 * Makes the archive that a signed address names, with current rights. The archive is streamed, not stored.
 * @throws Refused permission_denied with the reason `address`
 */
export async function openPack(
  ports: Pick<Dependencies, 'db' | 'clock' | 'storage'>,
  key: ActorKey,
  id: string,
): Promise<OpenPack> {
  const { db, clock, storage } = ports
  const actor = await viewerOfKey(ports, key)
  const itemIds = await findPack(db, id, key, clock())
  if (itemIds === undefined) throw addressRefused()
  const found = await accessOf(db, actor, itemIds)
  const targets = itemIds
    .flatMap((itemId) => found.get(itemId) ?? [])
    .filter((access) => isAllowed(access, 'item_download') && isWholeItem(access))
  const pack = await planPack(db, actor, targets)
  if (isEmpty(pack)) throw addressRefused()
  const digest = await digestOf(pack)
  const name = await nameOf(db, actor, targets)
  return { name, digest, isAsOrdered: id.endsWith(`.${digest}`), ...(await archive(storage, pack)) }
}

interface Targets {
  targets: Access[]
  /** Whether the targets are everything that a link shows. */
  isAll: boolean
}

async function requireTargets(db: Db, actor: ReadingActor, asked: readonly string[]): Promise<Targets> {
  const { typedIds, isAll } =
    actor.kind === 'visitor' ? await namedItems(db, actor, asked) : { typedIds: asked, isAll: false }
  const targets = requireWhole(await findTargets(db, actor, typedIds))
  if (targets.length === 1) requireOffered(targets[0]!, reviewerId(actor))
  return { targets, isAll }
}

async function findTargets(db: Db, actor: ReadingActor, typedIds: readonly string[]): Promise<Access[]> {
  const found = await accessOf(
    db,
    actor,
    typedIds.map((typedId) => parseTypedId(typedId).id),
  )
  return requireItems(found, typedIds, 'item_download')
}

/** @throws Refused permission_denied */
function requireWhole(targets: Access[]): Access[] {
  if (!targets.every(isWholeItem)) throw permissionDenied()
  return targets
}

/** @throws Refused download_… */
function requireOffered(access: Access, userId: number): void {
  const refusal = access.chain[0].isFolder ? downloadRefusal(folder, access, userId) : null
  if (refusal !== null) throw new Refused(`download_${refusal}`)
}

/** A folder in the form that the rules for downloads need. */
const folder = { is_folder: true, extension: '', is_encrypted: false, scanned: 0 }

function isEmpty({ files, emptyFolders }: Pack): boolean {
  return files.length === 0 && emptyFolders.length === 0
}

async function nameOf(db: Db, actor: ReadingActor, targets: readonly Access[]): Promise<string> {
  const older = await olderVersions(db, actor)
  const name = targets[0] ? shownName(older, targets[0]) : ''
  return `${targets.length === 1 ? name : `${name} +${targets.length - 1}`}.zip`
}
