import { randomBytes } from 'node:crypto'
import type { CollectState } from '@/contract/fileRequests'
import type { ErrorCode } from '@/contract/errors'
import { COLLECT_PEOPLE_MAX } from '@/domain/fileRequests/limits'
import type { ContributorActor, UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { CollectPersonRow } from '../../database/fileRequestTables'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { actionNeedsLogin, collectLinkNotFound, collectTokenUnknown, invalidRequest, Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { collectStateOf } from '../../policies/fileRequests'
import { findCollect, lockCollect, type NamedCollect } from '../../queries/fileRequests/requests'
import {
  claimsSince,
  countPeople,
  findPerson,
  handInsOf,
  insertToken,
  insertUnlisted,
  markClaimed,
  markOpened,
  peopleOfCollect,
  personByToken,
  type CollectFileRow,
} from '../../queries/fileRequests/people'
import { hashOf } from '../../crypto/secretHash'
import { sameText, type Signer } from '../../crypto/signing'
import { requirePersonName } from './requests'
import { collectStandings, type CollectStanding } from './standing'
import { countUnknownName } from '../shares/guesses'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign'>

/** Names of one link that one network takes in a day: more than a school that sits behind one address has in a year. */
const MOST_CLAIMS = 500
/** devices of one person */
const MOST_DEVICES = 10

/** Who comes to a collecting link, and what they bring. */
export interface Coming {
  uniqueName: string
  /** X-Collect-Token */
  token: unknown
  /** null: nobody is signed in, or not far enough to use anything */
  user: UserActor | null
  address: string
}

/** Somebody who hands in, and what they have handed in so far. */
export interface SeenContributor {
  name: string
  files: readonly CollectFileRow[]
}

/** What the page of a link shows. */
export interface CollectPage {
  link: NamedCollect
  state: Exclude<CollectState, 'unavailable'>
  /** Empty where nothing can be handed in. */
  people: CollectPersonRow[]
  /** null: no token was brought that stands for somebody */
  me: SeenContributor | null
  /** null: one was */
  offered: string | null
}

/** What a state is told as to who wants to hand in; null: they may. */
const refusals: Record<CollectState, ErrorCode | null> = {
  unavailable: 'collect_link_not_found',
  closed: 'collect_link_closed',
  ended: 'collect_link_ended',
  full: 'collect_link_full',
  open: null,
}

/**
 * What the page of a link shows, and what whoever brings a token has handed in.
 * @returns a token to take a name with where none was brought that stands for one. It is given before the name is taken, so that an answer that is lost
 * locks nobody out of their name.
 * @throws Refused collect_link_not_found, collect_too_often
 */
export async function collectInfo(
  ports: Ports,
  { uniqueName, token, address }: Omit<Coming, 'user'>,
): Promise<CollectPage> {
  const { db, clock, sign } = ports
  const { link, standing } = await requireNamed(ports, uniqueName, address)
  const { state } = standing
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
 * Takes a name on a link with a token that `collectInfo` offered; again with the same one it changes nothing. A name of the list is taken
 * once, until the maker of the link releases it; that of an account by that account alone, with several devices.
 * @throws Refused collect_link_not_found, _closed, _ended, _full; collect_token_unknown, collect_name_taken, collect_name_unlisted,
 * action_need_login, collect_too_often, and the fault of a name
 */
export async function takeName(
  ports: Ports,
  { uniqueName, token, user, address }: Coming,
  chosen: { person_id?: number; name?: string },
): Promise<SeenContributor> {
  const { db, clock, sign } = ports
  const now = clock()
  const { link, standing } = await requireNamed(ports, uniqueName, address)
  requireTaking(standing)
  if (!isOffered(sign, uniqueName, token)) throw collectTokenUnknown()
  const by = nameOf(chosen)
  const network = networkOf(address)
  return inTransaction(
    db,
    async (transaction) => {
      // One after the other: two who take one name at once, and who comes last when the list is full.
      const held = await lockCollect(transaction, link.id)
      if (!held) throw collectLinkNotFound()
      // It may have been closed since it was judged.
      requireTaking({ state: collectStateOf(held, { isAvailable: true, isFull: false, now }) })
      const found = await findPerson(transaction, link.id, by)
      const holder = await personByToken(transaction, hashOf(token))
      if (holder) {
        if (holder.id !== found?.id) throw collectTokenUnknown()
        return viewContributor(transaction, holder)
      }
      const since = calendar(now).subtract(1, 'day').toDate()
      const claims = await claimsSince(transaction, link.id, network, since)
      if (claims >= MOST_CLAIMS) throw new Refused('collect_too_often')
      if (found) requireFree(found, user)
      const person = found ?? (await addPerson(transaction, link, by))
      await markClaimed(transaction, person.id, { at: now, network })
      await insertToken(transaction, { hash: hashOf(token), personId: person.id, at: now, most: MOST_DEVICES })
      return viewContributor(transaction, person)
    },
    { by: { address } },
  )
}

/**
 * Who hands in, by the token of their device, with the rights of this moment.
 * @param uniqueName undefined: whichever link the token is of
 * @throws Refused collect_token_unknown, collect_link_not_found
 */
export async function requireContributor(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { token, address }: Pick<Coming, 'token' | 'address'>,
  uniqueName?: string,
): Promise<ContributorActor> {
  const person = await personByDevice(db, token)
  if (!person) throw collectTokenUnknown()
  const { link, standing } = await requireLink(db, person.link_id, clock())
  if (uniqueName !== undefined && link.unique_name !== uniqueName) throw collectTokenUnknown()
  if (standing.maker === null || link.folder_id === null) throw collectLinkNotFound()
  const files = await handInsOf(db, person.id)
  return {
    kind: 'contributor',
    maker: standing.maker,
    collect: { id: link.id, folderId: link.folder_id },
    person: { id: person.id, name: person.name },
    fileIds: new Set(files.map(({ item_id: id }) => id)),
    address,
  }
}

/** What somebody has handed in so far. */
export async function viewContributor(
  db: Db,
  { id, name }: Pick<CollectPersonRow, 'id' | 'name'>,
): Promise<SeenContributor> {
  return { name, files: await handInsOf(db, id) }
}

/** A link that takes something now. @throws Refused collect_link_not_found, _closed, _ended, _full */
export async function requireOpen(db: Db, id: number, now: Date): Promise<{ link: NamedCollect }> {
  const { link, standing } = await requireLink(db, id, now)
  requireTaking(standing)
  return { link }
}

interface Found {
  link: NamedCollect
  standing: CollectStanding
}

/** A link, and what it is worth now. @throws Refused collect_link_not_found */
export async function requireLink(db: Db, id: number, now: Date): Promise<Found> {
  return foundOf(db, await findCollect(db, id), now)
}

/** A link by the token in its address; one that no link has is counted. @throws Refused collect_link_not_found, collect_too_often */
async function requireNamed({ db, clock }: Ports, uniqueName: string, address: string): Promise<Found> {
  const link = await findCollect(db, uniqueName)
  if (!link && !(await countUnknownName(db, clock, address))) throw new Refused('collect_too_often')
  return foundOf(db, link, clock())
}

async function foundOf(db: Db, link: NamedCollect | undefined, now: Date): Promise<Found> {
  if (!link) throw collectLinkNotFound()
  return { link, standing: (await collectStandings(db, [link], now)).get(link.id)! }
}

/** @throws Refused collect_link_not_found, _closed, _ended, _full */
function requireTaking({ state }: Pick<CollectStanding, 'state'>): void {
  const code = refusals[state]
  if (code !== null) throw new Refused(code)
}

function nameOf({ person_id: id, name }: { person_id?: number; name?: string }): { id: number } | { name: string } {
  if (id !== undefined) return { id }
  if (name === undefined) throw invalidRequest('name')
  return { name: requirePersonName(name) }
}

/** @throws Refused collect_name_taken, action_need_login */
function requireFree(person: CollectPersonRow, user: UserActor | null): void {
  if (person.user_id === null) {
    if (person.claimed_at !== null) throw nameTaken()
    return
  }
  if (user === null) throw actionNeedsLogin()
  if (user.user.id !== person.user_id) throw nameTaken()
}

const nameTaken = () => new Refused('collect_name_taken', { field: 'name' })

/** @throws Refused collect_name_unlisted, collect_link_full */
async function addPerson(db: Db, link: NamedCollect, by: { id: number } | { name: string }): Promise<CollectPersonRow> {
  if ('id' in by || link.is_listed_only) throw new Refused('collect_name_unlisted', { field: 'name' })
  if ((await countPeople(db, link.id)) >= COLLECT_PEOPLE_MAX) throw new Refused('collect_link_full')
  return insertUnlisted(db, link.id, by.name)
}

async function personOf(db: Db, link: NamedCollect, token: unknown): Promise<CollectPersonRow | undefined> {
  const person = await personByDevice(db, token)
  return person?.link_id === link.id ? person : undefined
}

async function personByDevice(db: Db, token: unknown): Promise<CollectPersonRow | undefined> {
  return typeof token === 'string' && token.length < 100 ? personByToken(db, hashOf(token)) : undefined
}

/** Random of the server's own, signed for the link: the client cannot choose a weak one. */
function offerToken(sign: Signer, uniqueName: string): string {
  const random = randomBytes(24).toString('base64url')
  return `${random}.${sign.token('collect', `${uniqueName}.${random}`)}`
}

function isOffered(sign: Signer, uniqueName: string, token: unknown): token is string {
  if (typeof token !== 'string' || token.length > 100) return false
  const [random = '', signature = ''] = token.split('.')
  return sameText(signature, sign.token('collect', `${uniqueName}.${random}`))
}
