import type { FileRequestState } from '@/contract/fileRequests'
import {
  isKindTaken,
  handInName,
  FILE_REQUEST_FILES_MAX,
  FILES_PER_PERSON,
  FILE_REQUEST_SIZE_LIMIT,
} from '@/domain/fileRequests/files'
import { checkFileName, nameKey } from '@/domain/items/naming'
import { actorKey, type ContributorActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { CollectFileRow, CollectLinkRow } from '../../database/fileRequestTables'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { ItemRow, UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { collectLinkNotFound, collectTokenUnknown, itemNotFound, Refused } from '../../errors'
import { holds } from '../../policies/access/authorize'
import { fileRequestStateOf, mayFinish, mayTakeBack, type CollectFacts } from '../../policies/fileRequests'
import type { Access } from '../../policies/access/facts'
import { blockingLockers } from '../../policies/items'
import { insertAuditEvent } from '../../queries/audit'
import {
  announcedBy,
  countHandIns,
  countTrashed,
  findPerson,
  handInsOf,
  markTakenBack,
  saveHandIn,
} from '../../queries/fileRequests/people'
import { readCollectReminder } from '../../queries/fileRequests/reminders'
import { lockCollect } from '../../queries/fileRequests/requests'
import { markDeleted } from '../../queries/items/items'
import { lockItems, locksOf } from '../../queries/items/locks'
import { accessOf } from '../access/itemAccess'
import { requireLink, requireOpen } from './contributors'
import { requireName } from '../access/preconditions'

/** Most uploads per contributor: announced within a day, and open at the same time. */
const MAX_UPLOADS = { day: 200, open: 40 }
/** Most hand-ins of a contributor in the recycle bin. Otherwise handing in and taking back by turns would fill a space beyond all limits. */
const MAX_TRASHED = 3 * FILES_PER_PERSON
const MEGABYTE = 1_048_576

/** A contributor's announcement of a file. */
export interface AnnouncedHandIn {
  name: string
  /** bytes */
  file_size: number
  /** The hand-in to replace with a new version. */
  replaced_id?: number
}

/**
 * Decides where an announced file goes: a new file in the link's folder, or a new version of one of the contributor's own hand-ins. Without
 * `replaced_id`, a hand-in of the same name is replaced.
 * @returns the parameters to announce the upload with
 * @throws Refused collect_link_not_found, _closed, _ended, _full; collect_kind, collect_file_too_large, collect_too_many_files,
 * collect_too_often, item_not_found, and the error code of a name check
 */
export async function requireHandIn(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: ContributorActor,
  { name: typedName, file_size: size, replaced_id: replacedId }: AnnouncedHandIn,
): Promise<{ name: string; folder_id?: number; target_file_id?: number }> {
  const now = clock()
  const { link } = await requireOpen(db, actor.collect.id, now)
  const name = requireName(checkFileName(typedName))
  requireKind(link, name)
  if (size > FILE_REQUEST_SIZE_LIMIT)
    throw new Refused('collect_file_too_large', {
      field: 'file_size',
      params: { size: FILE_REQUEST_SIZE_LIMIT / MEGABYTE },
    })
  const since = calendar(now).subtract(1, 'day').toDate()
  const { recent, open } = await announcedBy(db, actorKey(actor), { since, now })
  if (recent >= MAX_UPLOADS.day || open >= MAX_UPLOADS.open) throw new Refused('collect_too_often')
  const files = await handInsOf(db, actor.person.id)
  if (replacedId !== undefined && !files.some(({ id }) => id === replacedId)) throw itemNotFound()
  const replaced = files.find((file) => (replacedId === undefined ? isSame(file, name) : file.id === replacedId))
  if (replaced?.parent_id === actor.collect.folderId) return { name, target_file_id: replaced.item_id }
  if (!replaced) requireCount(files.length)
  return { name, folder_id: actor.collect.folderId }
}

/**
 * The folder or file that a contributor's upload goes to, with current rights. Uploads announced before the deadline may finish some minutes
 * after the deadline (decisions 68).
 * @throws Refused collect_link_not_found, collect_link_closed, collect_link_ended, items_locked
 */
export async function requireHandInTarget(
  db: Db,
  now: Date,
  actor: ContributorActor,
  { folder_id: folderId, target_file_id: fileId }: Pick<UploadRow, 'folder_id' | 'target_file_id'>,
): Promise<Access> {
  const { link, status } = await requireLink(db, actor.collect.id, now)
  if (status.state === 'unavailable') throw collectLinkNotFound()
  requireFinishing(link, status.state, now)
  const id = fileId ?? folderId ?? 0
  const access = (await accessOf(db, actor, [id])).get(id)
  if (!holds(access, 'item_upload') || access.isDeleted) throw fileId === null ? collectLinkNotFound() : itemNotFound()
  if (fileId !== null) await requireNotLocked(db, fileId)
  return access
}

/** The place of a received hand-in. */
export interface HandInPlace {
  /** null: a new file */
  fileId: number | null
  /** The file's name in the folder. */
  itemName: string
}

/**
 * Locks the link until the transaction ends, and checks the hand-in again. Concurrent uploads therefore create one file per name, no files beyond
 * the limits, and no files after the link is closed.
 * @throws Refused collect_link_not_found, _closed, _ended, _full; collect_token_unknown, collect_too_many_files, and the error code of a name check
 */
export async function placeHandIn(db: Db, now: Date, actor: ContributorActor, upload: UploadRow): Promise<HandInPlace> {
  const link = await lockCollect(db, actor.collect.id)
  if (!link) throw collectLinkNotFound()
  requireFinishing(link, fileRequestStateOf(link, { isAvailable: true, isFull: false, now }), now)
  if (!(await findPerson(db, link.id, { id: actor.person.id }))) throw collectTokenUnknown()
  const name = upload.name ?? ''
  const itemName = requireName(checkFileName(handInName(actor.person.name, name)))
  if (upload.target_file_id !== null) return { fileId: upload.target_file_id, itemName }
  const files = await handInsOf(db, actor.person.id)
  const same = files.find((file) => isSame(file, name) && file.parent_id === actor.collect.folderId)
  if (same) await requireNotLocked(db, same.item_id)
  else {
    requireCount(files.length)
    if ((await countHandIns(db, link.id)) >= FILE_REQUEST_FILES_MAX) throw new Refused('collect_link_full')
  }
  return { fileId: same?.item_id ?? null, itemName }
}

/** Records a hand-in and its audit entry, and marks the contributor's reminder as read, in the transaction that creates the file. */
export async function recordHandIn(
  db: Db,
  actor: ContributorActor,
  upload: UploadRow,
  item: Pick<ItemRow, 'id' | 'size'>,
  at: Date,
): Promise<void> {
  const { person, collect, address = '' } = actor
  const name = upload.name ?? ''
  const record = { name, name_key: nameKey(name), size: item.size, at }
  await saveHandIn(db, { link_id: collect.id, person_id: person.id, item_id: item.id, ...record })
  await readCollectReminder(db, { collectId: collect.id, personId: person.id })
  const detail = { person_name: person.name }
  await insertAuditEvent(db, { deed: 'collect_handed_in', at, userId: null, address, itemIds: [item.id], detail })
}

/**
 * Moves one of a contributor's hand-ins from the link's folder into the recycle bin, while the link is open or full (AH-54). A contributor has no
 * account, so the item counts as deleted by the link's maker, who can restore it. The recycle bin and the audit log name the contributor.
 * @throws Refused collect_link_not_found, _closed, _ended; item_not_found, items_locked, collect_too_often
 */
export async function takeBack(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: ContributorActor,
  handInId: number,
): Promise<void> {
  const { maker, person, collect, address = '' } = actor
  await inTransaction(
    db,
    async (transaction) => {
      const at = clock()
      await lockCollect(transaction, collect.id)
      const { state } = (await requireLink(transaction, collect.id, at)).status
      if (state === 'unavailable') throw collectLinkNotFound()
      if (state === 'closed' || state === 'ended') throw new Refused(`collect_link_${state}`)
      const id = (await handInsOf(transaction, person.id)).find((file) => file.id === handInId)?.item_id
      if (id === undefined) throw itemNotFound()
      await lockItems(transaction, [id])
      const access = (await accessOf(transaction, actor, [id])).get(id)
      if (!mayTakeBack(access)) throw itemNotFound()
      await requireNotLocked(transaction, id)
      if ((await countTrashed(transaction, person.id)) >= MAX_TRASHED) throw new Refused('collect_too_often')
      await markDeleted(transaction, [id], { by: maker.user.id, ownerId: access.space.owner.id, at })
      await markTakenBack(transaction, handInId, at)
      const detail = { person_name: person.name }
      const event = { deed: 'collect_taken_back', at, userId: null, address, itemIds: [id], detail } as const
      await insertAuditEvent(transaction, event)
    },
    { actor: { address } },
  )
}

/** Refuses a locked file, without naming the user who locked the file. @throws Refused items_locked */
async function requireNotLocked(db: Db, fileId: number): Promise<void> {
  if (blockingLockers(await locksOf(db, [fileId]), 0).length > 0) throw new Refused('items_locked')
}

function requireKind({ kinds }: Pick<CollectLinkRow, 'kinds'>, name: string): void {
  if (!isKindTaken(name, kinds)) throw new Refused('collect_kind', { field: 'name' })
}

/** @throws Refused collect_link_closed, collect_link_ended */
function requireFinishing(link: CollectFacts, state: FileRequestState, now: Date): void {
  if (!mayFinish(link, state, now)) throw new Refused(state === 'closed' ? 'collect_link_closed' : 'collect_link_ended')
}

function requireCount(count: number): void {
  if (count >= FILES_PER_PERSON) throw new Refused('collect_too_many_files', { params: { n: FILES_PER_PERSON } })
}

function isSame({ name_key: key }: Pick<CollectFileRow, 'name_key'>, name: string): boolean {
  return key === nameKey(name)
}
