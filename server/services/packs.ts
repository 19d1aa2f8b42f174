import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { actorKey, type UserActor } from '../actor'
import type { ActorKey } from '../actorKey'
import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { addressRefused, permissionDenied, Refused } from '../errors'
import { isAllowed, isTakenWhole } from '../policies/access'
import { downloadRefusal } from '../policies/actionPermissions'
import type { Access } from '../policies/facts'
import { deleteExpiredPacks, findPack, insertPack } from '../queries/packs'
import { accessOf } from './access'
import { actorOfKey } from './actors'
import { recordDeed } from './audit'
import { archive } from './packArchive'
import { parseTypedId, requireItem, requireItems } from './places'
import { planPack, type Pack } from './planPack'

/** ms that an archive can be fetched */
const LIFETIME = 3_600_000

/**
 * Prepares an archive of some items (1§7, ACT-08); it is made when it is fetched.
 * @returns its id, and how many files are left out because they may not be downloaded
 * @throws Refused as requireItem, permission_denied for the own root, download_… for an item that is blocked itself, download_nothing,
 *   download_too_many
 */
export async function orderPack(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  typedIds: readonly string[],
): Promise<{ id: string; leftOut: number }> {
  const targets = await requireTargets(db, actor, typedIds)
  const pack = await planPack(db, actor, targets)
  if (isEmpty(pack)) throw new Refused('download_nothing')
  const now = clock()
  await deleteExpiredPacks(db, now)
  const id = randomBytes(16).toString('base64url')
  const itemIds = targets.map(({ chain }) => chain[0].id)
  await inTransaction(db, async (transaction) => {
    const expiresAt = new Date(now.getTime() + LIFETIME)
    await insertPack(transaction, { id, actorKey: actorKey(actor), itemIds, expiresAt })
    await recordDeed(transaction, now, actor, 'item_downloaded', { itemIds })
  })
  return { id, leftOut: pack.leftOut }
}

/** An archive as it is sent, and its size in bytes. */
export interface OpenPack {
  name: string
  stream: Readable
  size: number
}

/**
 * Makes the archive that a signed address names, with the rights of this moment; nothing is kept anywhere.
 * @throws Refused permission_denied with the reason `address`
 */
export async function openPack(
  { db, clock, storage }: Pick<Dependencies, 'db' | 'clock' | 'storage'>,
  key: ActorKey,
  id: string,
): Promise<OpenPack> {
  const actor = await actorOfKey(db, key)
  const itemIds = actor === null ? undefined : await findPack(db, id, key, clock())
  if (actor === null || itemIds === undefined) throw addressRefused()
  const found = await accessOf(db, actor, itemIds)
  const targets = [...found.values()].filter((access) => isAllowed(access, 'item_download') && isTakenWhole(access))
  const pack = await planPack(db, actor, targets)
  if (isEmpty(pack)) throw addressRefused()
  return { name: nameOf(targets), ...(await archive(storage, pack)) }
}

async function requireTargets(db: Db, actor: UserActor, typedIds: readonly string[]): Promise<Access[]> {
  if (typedIds.length === 1)
    return requireWhole([requireOffered(await requireItem(db, actor, typedIds[0]!, 'item_download'), actor.user.id)])
  const found = await accessOf(
    db,
    actor,
    typedIds.map((typedId) => parseTypedId(typedId).id),
  )
  return requireWhole(requireItems(found, typedIds, 'item_download'))
}

/** @throws Refused permission_denied */
function requireWhole(targets: Access[]): Access[] {
  if (!targets.every(isTakenWhole)) throw permissionDenied()
  return targets
}

/** @throws Refused download_… */
function requireOffered(access: Access, userId: number): Access {
  const refusal = access.chain[0].isFolder ? downloadRefusal(folder, access, userId) : null
  if (refusal !== null) throw new Refused(`download_${refusal}`)
  return access
}

/** What the rules for downloads ask of a folder. */
const folder = { is_folder: true, extension: '', is_encrypted: false, scanned: 0 }

function isEmpty({ files, emptyFolders }: Pack): boolean {
  return files.length === 0 && emptyFolders.length === 0
}

function nameOf(targets: readonly Access[]): string {
  const name = targets[0]?.chain[0].name ?? ''
  return `${targets.length === 1 ? name : `${name} +${targets.length - 1}`}.zip`
}
