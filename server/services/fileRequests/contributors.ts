import { randomBytes } from 'node:crypto'
import type { FileRequestState } from '@/contract/fileRequests'
import type { ErrorCode } from '@/contract/errors'
import { FILE_REQUEST_PEOPLE_MAX } from '@/domain/fileRequests/files'
import { contributorKey, type ContributorActor, type UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { CollectPersonRow } from '../../database/fileRequestTables'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { actionNeedsLogin, collectLinkNotFound, collectTokenUnknown, invalidRequest, Refused } from '../../errors'
import { networkOf, siteStart } from '../../remote/networkAddress'
import { fileRequestStateOf } from '../../policies/fileRequests'
import { findCollect, lockCollect, type NamedCollect } from '../../queries/fileRequests/requests'
import {
  announcedBy,
  claimsSince,
  countPeople,
  findPerson,
  handInsOf,
  hasHandedIn,
  insertToken,
  insertUnlisted,
  markClaimed,
  markOpened,
  peopleOfCollect,
  personByToken,
  releasePerson,
  type CollectFileRow,
} from '../../queries/fileRequests/people'
import { hashOf } from '../../crypto/secretHash'
import { sameText, type Signer } from '../../crypto/signing'
import { requirePersonName } from './requests'
import { fileRequestStatuses, type FileRequestStatus } from './status'
import { countUnknownName } from '../shares/guesses'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign'>

/** Most names that one network and one site may claim per link: enough for all pupils of one year in a day, and for a class that begins together. */
const MAX_CLAIMS = { network: { day: 500, minute: 60 }, site: { day: 1000, minute: 120 } }
/** minutes after which another device may claim a name under which nothing was handed in */
const UNUSED_MINUTES = 60
/** devices per contributor */
const MAX_DEVICES = 10

/** A request to a collecting link. */
export interface ContributorRequest {
  uniqueName: string
  /** X-Collect-Token */
  token: unknown
  /** null: nobody is signed in, or the sign-in is incomplete */
  user: UserActor | null
  address: string
}

/** A contributor and their hand-ins. */
export interface ContributorView {
  name: string
  files: readonly CollectFileRow[]
}

/** The content of a link's page. */
export interface CollectPage {
  link: NamedCollect
  state: Exclude<FileRequestState, 'unavailable'>
  /** Empty while the link accepts nothing. */
  people: CollectPersonRow[]
  /** null: the request has no token of a contributor */
  me: ContributorView | null
  /** A new token to claim a name with; null if the request has a contributor's token. */
  offered: string | null
}

/** The error code of a hand-in in each state; null: accepted. */
const refusals: Record<FileRequestState, ErrorCode | null> = {
  unavailable: 'collect_link_not_found',
  closed: 'collect_link_closed',
  ended: 'collect_link_ended',
  full: 'collect_link_full',
  open: null,
}

/**
 * The content of a link's page, and the hand-ins of the token's contributor.
 * @returns `offered`: a token to claim a name with, unless the request has a contributor's token. The server issues this token before the name is
 * claimed, so a lost response locks nobody out of their name.
 * @throws Refused collect_link_not_found, collect_too_often
 */
export async function collectInfo(
  ports: Ports,
  { uniqueName, token, address }: Omit<ContributorRequest, 'user'>,
): Promise<CollectPage> {
  const { db, clock, sign } = ports
  const { link, status } = await requireNamed(ports, uniqueName, address)
  const { state } = status
  if (state === 'unavailable') throw collectLinkNotFound()
  const person = await personOf(db, link, token)
  if (person) await markOpened(db, person.id, clock())
  const people = state === 'open' ? await peopleOfCollect(db, link.id) : []
  return {
    link,
    state,
    people,
    me: person ? await viewContributor(db, person) : null,
    offered: person ? null : offerToken(sign, uniqueName),
  }
}

/**
 * Claims a name on a link with a token from `collectInfo`; repeating the call with the same token changes nothing. A listed name can be claimed
 * once, until the link's maker releases it. A listed account's name can be claimed only by that account, on several devices.
 * @throws Refused collect_link_not_found, _closed, _ended, _full; collect_token_unknown, collect_name_taken, collect_name_unlisted,
 * action_need_login, collect_too_often, and the error code of a name check
 */
export async function claimName(
  ports: Ports & Pick<Dependencies, 'contentCheck'>,
  { uniqueName, token, user, address }: ContributorRequest,
  chosen: { person_id?: number; name?: string },
): Promise<ContributorView> {
  const { db, clock, sign } = ports
  const now = clock()
  const { link, status } = await requireNamed(ports, uniqueName, address)
  requireAccepting(status)
  if (!isOffered(sign, uniqueName, token)) throw collectTokenUnknown()
  const by = nameOf(chosen)
  await requireCheckedName(ports, link, by)
  const network = networkOf(address)
  return inTransaction(
    db,
    async (transaction) => {
      // Claims of one link run one at a time, so that a name is claimed once and the list never exceeds its limit.
      const locked = await lockCollect(transaction, link.id)
      if (!locked) throw collectLinkNotFound()
      // The link may have been closed since the first check.
      requireAccepting({ state: fileRequestStateOf(locked, { isAvailable: true, isFull: false, now }) })
      const found = await findPerson(transaction, link.id, by)
      const holder = await personByToken(transaction, hashOf(token))
      if (holder) {
        if (holder.id !== found?.id) throw collectTokenUnknown()
        return viewContributor(transaction, holder)
      }
      await requireFewClaims(transaction, link, address, now)
      if (found) await requireFree(transaction, found, user, now)
      const person = found ?? (await addPerson(transaction, link, by))
      await markClaimed(transaction, person.id, { at: now, network })
      await insertToken(transaction, { hash: hashOf(token), personId: person.id, at: now, most: MAX_DEVICES })
      return viewContributor(transaction, person)
    },
    { actor: { address } },
  )
}

/**
 * The contributor whose device has this token, with current rights.
 * @param uniqueName the link to which the token must belong; undefined: any link
 * @throws Refused collect_token_unknown, collect_link_not_found
 */
export async function requireContributor(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { token, address }: Pick<ContributorRequest, 'token' | 'address'>,
  uniqueName?: string,
): Promise<ContributorActor> {
  const person = await personByDevice(db, token)
  if (!person) throw collectTokenUnknown()
  const { link, status } = await requireLink(db, person.link_id, clock())
  if (uniqueName !== undefined && link.unique_name !== uniqueName) throw collectTokenUnknown()
  if (status.maker === null || link.folder_id === null) throw collectLinkNotFound()
  const files = await handInsOf(db, person.id)
  return {
    kind: 'contributor',
    maker: status.maker,
    collect: { id: link.id, folderId: link.folder_id },
    person: { id: person.id, name: person.name },
    fileIds: new Set(files.map(({ item_id: id }) => id)),
    address,
  }
}

/** A contributor's hand-ins. */
export async function viewContributor(
  db: Db,
  { id, name }: Pick<CollectPersonRow, 'id' | 'name'>,
): Promise<ContributorView> {
  return { name, files: await handInsOf(db, id) }
}

/** Requires that a link accepts hand-ins now. @throws Refused collect_link_not_found, _closed, _ended, _full */
export async function requireOpen(db: Db, id: number, now: Date): Promise<{ link: NamedCollect }> {
  const { link, status } = await requireLink(db, id, now)
  requireAccepting(status)
  return { link }
}

interface Found {
  link: NamedCollect
  status: FileRequestStatus
}

/** A link and its current status. @throws Refused collect_link_not_found */
export async function requireLink(db: Db, id: number, now: Date): Promise<Found> {
  return foundOf(db, await findCollect(db, id), now)
}

/** A link by the unique name in its address; unknown names are rate-limited. @throws Refused collect_link_not_found, collect_too_often */
async function requireNamed({ db, clock }: Ports, uniqueName: string, address: string): Promise<Found> {
  const link = await findCollect(db, uniqueName)
  if (!link && !(await countUnknownName(db, clock, address))) throw new Refused('collect_too_often')
  return foundOf(db, link, clock())
}

async function foundOf(db: Db, link: NamedCollect | undefined, now: Date): Promise<Found> {
  if (!link) throw collectLinkNotFound()
  return { link, status: (await fileRequestStatuses(db, [link], now)).get(link.id)! }
}

/** @throws Refused collect_link_not_found, _closed, _ended, _full */
function requireAccepting({ state }: Pick<FileRequestStatus, 'state'>): void {
  const code = refusals[state]
  if (code !== null) throw new Refused(code)
}

function nameOf({ person_id: id, name }: { person_id?: number; name?: string }): { id: number } | { name: string } {
  if (id !== undefined) return { id }
  if (name === undefined) throw invalidRequest('name')
  return { name: requirePersonName(name) }
}

/** @throws Refused collect_too_often */
async function requireFewClaims(db: Db, { id }: NamedCollect, address: string, now: Date): Promise<void> {
  const networks = { network: networkOf(address), site: siteStart(address) }
  for (const unit of ['day', 'minute'] as const) {
    const claims = await claimsSince(db, id, networks, calendar(now).subtract(1, unit).toDate())
    if (claims.network >= MAX_CLAIMS.network[unit] || claims.site >= MAX_CLAIMS.site[unit])
      throw new Refused('collect_too_often')
  }
}

/**
 * Requires that a name may be claimed. A name without an account that another device has claimed without handing in anything is free again after
 * an hour: that device loses it.
 * @throws Refused collect_name_taken, action_need_login
 */
async function requireFree(db: Db, person: CollectPersonRow, user: UserActor | null, now: Date): Promise<void> {
  if (person.user_id === null) {
    if (person.claimed_at === null) return
    const isRecent = person.claimed_at > calendar(now).subtract(UNUSED_MINUTES, 'minutes').toDate()
    if (isRecent || (await isUsed(db, person, now))) throw nameTaken()
    return releasePerson(db, person.id)
  }
  if (user === null) throw actionNeedsLogin()
  if (user.user.id !== person.user_id) throw nameTaken()
}

/** Whether somebody has handed in files under a name, even if they are in the trash, or is sending one. */
async function isUsed(db: Db, { id, link_id: linkId }: CollectPersonRow, now: Date): Promise<boolean> {
  return (
    (await hasHandedIn(db, id)) || (await announcedBy(db, contributorKey(linkId, id), { since: now, now })).open > 0
  )
}

const nameTaken = () => new Refused('collect_name_taken', { field: 'name' })

/** Checks a typed name that is not on the list. @throws Refused content_refused, content_unchecked */
async function requireCheckedName(
  { db, contentCheck }: Pick<Dependencies, 'db' | 'contentCheck'>,
  { id, maker_id: makerId }: NamedCollect,
  by: { id: number } | { name: string },
): Promise<void> {
  if (!contentCheck.isOn || 'id' in by || (await findPerson(db, id, by))) return
  await contentCheck.require({ kind: 'name', text: by.name }, makerId, 'name')
}

/** @throws Refused collect_name_unlisted, collect_link_full */
async function addPerson(db: Db, link: NamedCollect, by: { id: number } | { name: string }): Promise<CollectPersonRow> {
  if ('id' in by || link.is_listed_only) throw new Refused('collect_name_unlisted', { field: 'name' })
  if ((await countPeople(db, link.id)) >= FILE_REQUEST_PEOPLE_MAX) throw new Refused('collect_link_full')
  return insertUnlisted(db, link.id, by.name)
}

async function personOf(db: Db, link: NamedCollect, token: unknown): Promise<CollectPersonRow | undefined> {
  const person = await personByDevice(db, token)
  return person?.link_id === link.id ? person : undefined
}

async function personByDevice(db: Db, token: unknown): Promise<CollectPersonRow | undefined> {
  return typeof token === 'string' && token.length < 100 ? personByToken(db, hashOf(token)) : undefined
}

/** A token of random bytes, chosen and signed by the server, so that a client cannot choose a weak token. */
function offerToken(sign: Signer, uniqueName: string): string {
  const random = randomBytes(24).toString('base64url')
  return `${random}.${sign.token('collect', `${uniqueName}.${random}`)}`
}

function isOffered(sign: Signer, uniqueName: string, token: unknown): token is string {
  if (typeof token !== 'string' || token.length > 100) return false
  const [random = '', signature = ''] = token.split('.')
  return sameText(signature, sign.token('collect', `${uniqueName}.${random}`))
}
