import { randomBytes } from 'node:crypto'
import type { Request } from '@/contract/api'
import type { FileRequestState } from '@/contract/fileRequests'
import {
  personKey,
  FILE_REQUEST_NAME_MAX_LENGTH,
  FILE_REQUEST_PEOPLE_MAX,
  FILE_REQUEST_TEXT_MAX_LENGTH,
  FILE_REQUEST_TITLE_MAX_LENGTH,
} from '@/domain/fileRequests/files'
import { checkName, withoutDirections } from '@/domain/items/naming'
import { codePointLength, firstCodePoints } from '@/domain/text/codePoints'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { CollectLinkRow } from '../../database/fileRequestTables'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { collectLinkNotFound, invalidRequest, permissionDenied, Refused } from '../../errors'
import { mayManageCollect, mayReopenCollect } from '../../policies/fileRequests'
import {
  deletePeople,
  insertListed,
  peopleOfCollect,
  peoplePage,
  type NewPerson,
  type PersonDetail,
} from '../../queries/fileRequests/people'
import {
  collectPage,
  insertCollect,
  loadCollects,
  lockCollect,
  openCollects,
  updateCollect,
  type CollectDetail,
} from '../../queries/fileRequests/requests'
import { knownReceivers, peopleOf as peopleIn } from '../../queries/shares/receivers'
import { findUsers } from '../../queries/session/sessions'
import type { CheckedText } from '../../remote/contentCheck'
import { recordAuditEvent } from '../audit'
import { fileRequestStatuses, isCollecting } from './status'
import { requirePlace } from '../access/places'
import { requireName, requireOpenSpace } from '../access/preconditions'

type Ports = Pick<Dependencies, 'db' | 'clock'>
type Writing = Ports & Pick<Dependencies, 'contentCheck'>

/** A link and its current state. */
export interface FileRequestView {
  link: CollectDetail
  state: FileRequestState
}

type Settings = Pick<Request<'POST /apps/collects/create'>, 'title' | 'text' | 'due_time' | 'kinds' | 'is_listed_only'>
type Listed = Pick<Request<'POST /apps/collects/create'>, 'names' | 'user_ids' | 'group_ids'>

/** rows per page (LIST-03) */
const PAGE_SIZE = 25
const PEOPLE_PAGE_SIZE = 100
/** most open links per user */
const MAX_OPEN = 200

/**
 * Creates a link by which others hand files in to a folder (AH-25).
 * @throws Refused item_not_found, item_is_deleted, permission_denied, personal_space_closed, share_public_disabled, invalid_request with the
 * field, collect_deadline_past, collect_too_often, and the error code of a name check for a listed name
 */
export async function createCollect(
  ports: Writing,
  actor: UserActor,
  { folder_id: folderId, names, user_ids, group_ids, ...asked }: Request<'POST /apps/collects/create'>,
): Promise<FileRequestView> {
  const { db, clock } = ports
  const now = clock()
  const settings = requireSettings(asked, now)
  await requireFolder(db, actor, folderId, now)
  await ports.contentCheck.requireTexts(textsToCheck({ ...settings, names }), actor.user.id)
  const id = await inTransaction(
    db,
    async (transaction) => {
      if ((await openCollects(transaction, actor.user.id)) >= MAX_OPEN) throw new Refused('collect_too_often')
      const linkId = await insertCollect(transaction, {
        ...settings,
        unique_name: randomBytes(16).toString('base64url'),
        maker_id: actor.user.id,
        enterprise_id: actor.enterprise.id,
        folder_id: folderId,
        created_at: now,
      })
      await addPeople(transaction, actor, linkId, { names, user_ids, group_ids })
      await recordAuditEvent(transaction, now, actor, 'collect_created', { itemIds: [folderId] })
      return linkId
    },
    { actor },
  )
  return viewCollect(ports, actor, id)
}

/** A page of a user's own links, newest first. */
export async function ownCollects(
  ports: Ports,
  actor: UserActor,
  { folder_id: folderId, offset = 0 }: { folder_id?: number; offset?: number },
): Promise<{ collects: FileRequestView[]; total: number }> {
  const filter = { of: { makerId: actor.user.id }, folderId, now: ports.clock() }
  const { ids, total } = await collectPage(ports.db, filter, { offset, limit: PAGE_SIZE })
  return { collects: await viewCollects(ports, await loadCollects(ports.db, ids)), total }
}

/** One of a user's own links. @throws Refused collect_link_not_found */
export async function viewCollect(ports: Ports, actor: UserActor, id: number): Promise<FileRequestView> {
  const [view] = await viewCollects(ports, [await requireOwn(ports.db, actor, id)])
  return view!
}

/** A page of the contributors who have handed in files, or of the listed people who have not. @throws Refused collect_link_not_found */
export async function peopleOf(
  { db }: Pick<Ports, 'db'>,
  actor: UserActor,
  { collect_id: id, state, offset = 0 }: { collect_id: number; state: 'missing' | 'done'; offset?: number },
): Promise<{ rows: PersonDetail[]; total: number }> {
  await requireOwn(db, actor, id)
  const page = { isDone: state === 'done', offset, limit: PEOPLE_PAGE_SIZE }
  return peoplePage(db, id, page)
}

/** Changes the given settings of a link, and the people on its list. @throws Refused collect_link_not_found, and as createCollect */
export async function editCollect(
  ports: Writing,
  actor: UserActor,
  {
    collect_id: id,
    names = [],
    user_ids = [],
    group_ids = [],
    removed_person_ids: removed = [],
    ...asked
  }: Request<'POST /apps/collects/edit'>,
): Promise<FileRequestView> {
  const { db, clock } = ports
  const now = clock()
  const own = await requireOwn(db, actor, id)
  await ports.contentCheck.requireTexts(textsToCheck({ ...asked, names }, own), actor.user.id)
  await change(ports, actor, own, async (transaction, link) => {
    const before = settingsOf(link)
    const wanted = { ...before, ...asked }
    const isDueUnchanged = wanted.due_time === before.due_time
    const { due_at: due, ...settings } = requireSettings(wanted, isDueUnchanged ? new Date(0) : now)
    await updateCollect(transaction, id, { ...settings, ...(!isDueUnchanged && { due_at: due }) })
    await deletePeople(transaction, id, removed)
    await addPeople(transaction, actor, id, { names, user_ids, group_ids })
    return 'collect_changed'
  })
  return viewCollect(ports, actor, id)
}

/** Closes a link. Uploads that have begun are refused too, and take no room while the link is closed. @throws Refused collect_link_not_found */
export async function closeCollect(ports: Ports, actor: UserActor, id: number): Promise<FileRequestView> {
  await change(ports, actor, await requireOwn(ports.db, actor, id), async (transaction, { closed_at: closed }) => {
    if (closed !== null) return null
    await updateCollect(transaction, id, { closed_at: ports.clock() })
    return 'collect_closed'
  })
  return viewCollect(ports, actor, id)
}

/** Reopens a closed link with its old deadline. @throws Refused collect_link_not_found, permission_denied if an owner closed it */
export async function reopenCollect(ports: Ports, actor: UserActor, id: number): Promise<FileRequestView> {
  await change(ports, actor, await requireOwn(ports.db, actor, id), async (transaction, link) => {
    if (link.closed_at === null) return null
    if (!mayReopenCollect(link)) throw permissionDenied()
    await updateCollect(transaction, id, { closed_at: null })
    return 'collect_reopened'
  })
  return viewCollect(ports, actor, id)
}

/** One of a user's own links. @throws Refused collect_link_not_found, also for another user's link */
export async function requireOwn(db: Db, actor: UserActor, id: number): Promise<CollectDetail> {
  const [link] = await loadCollects(db, [id])
  if (!link || !mayManageCollect(actor, link)) throw collectLinkNotFound()
  return link
}

type Deed = 'collect_changed' | 'collect_closed' | 'collect_reopened'

/** Changes a link under a lock and records the change in the audit log. @param run returns the event, or null if nothing changed */
export async function change(
  { db, clock }: Ports,
  actor: UserActor,
  { id, folder_id: folderId }: CollectDetail,
  run: (transaction: Db, link: CollectLinkRow) => Promise<Deed | null>,
): Promise<void> {
  await inTransaction(
    db,
    async (transaction) => {
      const link = await lockCollect(transaction, id)
      if (!link) throw collectLinkNotFound()
      const deed = await run(transaction, link)
      if (deed !== null)
        await recordAuditEvent(transaction, clock(), actor, deed, { ...(folderId !== null && { itemIds: [folderId] }) })
    },
    { actor },
  )
}

/** Links with their present states, in the same order. */
export async function viewCollects({ db, clock }: Ports, links: readonly CollectDetail[]): Promise<FileRequestView[]> {
  const statuses = await fileRequestStatuses(db, links, clock())
  return links.map((link) => ({ link, state: statuses.get(link.id)!.state }))
}

async function requireFolder(db: Db, actor: UserActor, folderId: number, now: Date): Promise<void> {
  const folder = await requirePlace(db, actor, { folderId }, 'item_upload')
  requireOpenSpace(folder)
  const isShared = await isCollecting(db, actor, folder, now)
  if (isShared) return
  throw folder.permissions.includes('item_share') ? new Refused('share_public_disabled') : permissionDenied()
}

function settingsOf({ title, text, due_at: due, kinds, is_listed_only }: CollectLinkRow): Settings {
  return { title, text, due_time: due === null ? 0 : Math.floor(due.getTime() / 1000), kinds, is_listed_only }
}

function requireSettings({ title: typed, text, due_time: due, kinds, is_listed_only }: Settings, now: Date) {
  const title = withoutDirections(typed).trim()
  const isTitled = title !== '' && codePointLength(title) <= FILE_REQUEST_TITLE_MAX_LENGTH
  if (!isTitled) throw invalidRequest('title')
  if (codePointLength(text) > FILE_REQUEST_TEXT_MAX_LENGTH) throw invalidRequest('text')
  const dueAt = due === 0 ? null : new Date(due * 1000)
  if (dueAt !== null && dueAt <= now) throw new Refused('collect_deadline_past', { field: 'due_time' })
  return { title, text: text.trim(), due_at: dueAt, kinds: [...new Set(kinds)], is_listed_only }
}

/** The texts that contributors read, for the content check. @param before the stored link; unchanged texts are not checked again */
function textsToCheck(
  { title = '', text = '', names }: { title?: string; text?: string; names: readonly string[] },
  before?: Pick<CollectLinkRow, 'title' | 'text'>,
): CheckedText[] {
  return [
    { kind: 'name', text: title.trim() === before?.title ? '' : title, field: 'title' },
    { kind: 'comment', text: text.trim() === before?.text ? '' : text, field: 'text' },
    { kind: 'name', text: names.join('\n'), field: 'names' },
  ]
}

/**
 * Adds people to a link's list. From the given users and groups, adds only active colleagues and ignores others silently (decisions 54).
 * If two accounts have the same name, the second name gets a number. A name that is typed twice is added once.
 */
async function addPeople(
  db: Db,
  actor: UserActor,
  linkId: number,
  { names, user_ids: userIds, group_ids: groupIds }: Listed,
): Promise<void> {
  const present = await peopleOfCollect(db, linkId)
  const sender = { senderId: actor.user.id, enterpriseId: actor.enterprise.id }
  const chosen = actor.enterprise.is_personal ? { userIds: [], groupIds: [] } : { userIds, groupIds }
  const colleagues = (await peopleIn(db, await knownReceivers(db, chosen, sender), sender)).filter(
    (id) => !present.some((each) => each.user_id === id),
  )
  const users = await findUsers(db, colleagues)
  const usedKeys = new Set(present.map((each) => each.name_key))
  const people: NewPerson[] = []
  for (const [userId, { user }] of users) people.push({ name: freeName(user.name, usedKeys), userId })
  const listed = new Set<string>()
  for (const raw of names) {
    const name = requirePersonName(raw)
    const key = personKey(name)
    if (listed.has(key) || people.some((each) => personKey(each.name) === key)) continue
    listed.add(key)
    people.push({ name, userId: null })
  }
  await insertListed(db, linkId, people)
  if ((await peopleOfCollect(db, linkId)).length > FILE_REQUEST_PEOPLE_MAX) throw invalidRequest('names')
}

/** A contributor's name, which is also part of file names (decisions 50). @throws Refused as a name check, collect_name_too_long */
export function requirePersonName(raw: string): string {
  const name = requireName(checkName(raw.replace(/\s+/g, ' ')))
  if (personKey(name) === '') throw new Refused('name_empty', { field: 'name' })
  if (codePointLength(name) > FILE_REQUEST_NAME_MAX_LENGTH)
    throw new Refused('collect_name_too_long', { field: 'name' })
  return name
}

/** A unique name for an account, without characters that a file name cannot contain. */
function freeName(wanted: string, usedKeys: Set<string>): string {
  const before = [...wanted].filter((character) => checkName(`a${character}a`).ok).join('')
  const base = firstCodePoints(before.trim(), FILE_REQUEST_NAME_MAX_LENGTH).replace(/[. ]+$/, '') || '·'
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base} (${n})`
    if (usedKeys.has(personKey(name))) continue
    usedKeys.add(personKey(name))
    return name
  }
}
