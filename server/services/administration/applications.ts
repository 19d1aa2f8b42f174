import { randomBytes } from 'node:crypto'
import { scopes as allScopes, type Scope } from '@/contract/applications'
import { allowedGrants, type AllowedGrant } from '@/contract/grants'
import { checkName } from '@/domain/items/naming'
import type { UserActor } from '../../actors/actor'
import { isRedirectUri, isWebOrigin } from '../../config/webOrigin'
import { hashOf } from '../../crypto/secretHash'
import { Refused } from '../../errors'
import {
  applicationRows,
  deleteGrantsOfKinds,
  deleteTokens,
  deleteTokensOfPages,
  insertApplication,
  lockApplication,
  replaceSecret,
  setUsers,
  updateApplication,
  type ApplicationDetail,
} from '../../queries/administration/applications'
import { requireName } from '../access/preconditions'
import type { ClientCredentials } from '../../queries/applications/tokens'
import { secondsOf } from '../../time/clock'
import { act, difference, requirePeople, requireRight, type Act, type Ports } from './acts'

/** An administrator's settings for an application. */
export interface ApplicationSettings {
  name: string
  /** Origins of pages that may embed the drive in a frame. */
  origins: readonly string[]
  scopes: readonly Scope[]
  /** Addresses that users' codes may be sent to. */
  redirectUris?: readonly string[]
  /** The grants that need an administrator's permission. */
  grants?: readonly AllowedGrant[]
  /** Ids of the users that the application may act for; 'all': every member of the organisation. */
  users: readonly number[] | 'all'
}

/** ms that a secret works after its replacement */
export const FORMER_SECRET_LIFETIME = 24 * 3_600_000
/** most origins, and most addresses to return to */
const MAX_ORIGINS = 20

/** The organisation's applications. @throws Refused permission_denied */
export async function applicationsOf({ db }: Pick<Ports, 'db'>, actor: UserActor): Promise<ApplicationDetail[]> {
  requireRight(actor, 'readApplications')
  return applicationRows(db, actor.enterprise.id)
}

/**
 * Creates an application. Only the result contains the secret; the database stores a hash.
 * @param given the published id and secret of the demo world
 * @throws Refused permission_denied, name_…, application_origin, application_scopes, application_users, person_not_found, person_inactive
 */
export function createApplication(
  ports: Ports,
  actor: UserActor,
  settings: ApplicationSettings,
  given?: ClientCredentials,
): Promise<ClientCredentials & { applicationId: number }> {
  return act(ports, actor, async (administering) => {
    requireRight(administering.actor, 'manageApplications')
    const name = requireName(checkName(settings.name))
    const origins = requireOrigins(settings.origins)
    const scopes = requireScopes(settings.scopes)
    const redirect_uris = requireRedirectUris(settings.redirectUris ?? [])
    const grants = allowedGrants.filter((each) => settings.grants?.includes(each))
    const users = await requireUsers(administering, settings.users)
    const secret = given?.secret ?? newSecret()
    const clientId = given?.clientId ?? `app_${randomBytes(9).toString('base64url')}`
    const applicationId = await insertApplication(
      administering.db,
      {
        enterprise_id: actor.enterprise.id,
        client_id: clientId,
        secret_hash: hashOf(secret),
        name,
        origins,
        scopes,
        redirect_uris,
        grants,
        for_all: settings.users === 'all',
        created_at: administering.at,
        disabled_at: null,
      },
      users.ids,
    )
    const after = { name, scopes, origins, redirect_uris, grants, users: users.named }
    await administering.record('application_created', { application: name, before: null, after })
    return { applicationId, clientId, secret }
  })
}

/** Changes settings; those that are not given stay. @throws Refused as createApplication, application_not_found, application_ended */
export function editApplication(
  ports: Ports,
  actor: UserActor,
  id: number,
  asked: Partial<ApplicationSettings>,
): Promise<void> {
  return onApplication(ports, actor, id, async (given, application) => {
    const name = asked.name === undefined ? undefined : requireName(checkName(asked.name))
    const origins = asked.origins && requireOrigins(asked.origins)
    const scopes = asked.scopes && requireScopes(asked.scopes)
    const redirect_uris = asked.redirectUris && requireRedirectUris(asked.redirectUris)
    const grants = asked.grants && allowedGrants.filter((each) => asked.grants?.includes(each))
    const users = asked.users && (await requireUsers(given, asked.users, application))
    const changed = difference(
      {
        name: application.name,
        scopes: application.scopes,
        origins: application.origins,
        redirect_uris: application.redirect_uris,
        grants: application.grants,
        users: usersOf(application),
      },
      { name, scopes, origins, redirect_uris, grants, users: users?.named },
    )
    if (!changed) return
    if (users) await setUsers(given.db, id, users.ids)
    await updateApplication(given.db, id, {
      ...(name !== undefined && { name }),
      ...(origins && { origins }),
      ...(scopes && { scopes }),
      ...(redirect_uris && { redirect_uris }),
      ...(grants && { grants }),
      ...(users && { for_all: asked.users === 'all' }),
    })
    // Scopes and users are read at each use of a token. The page that may show a token's frame is not.
    if (origins) await deleteTokensOfPages(given.db, id, origins)
    if (grants)
      await deleteGrantsOfKinds(
        given.db,
        id,
        application.grants.filter((each) => !grants.includes(each)),
      )
    await given.record('application_changed', { application: application.name, ...changed })
  })
}

/**
 * Replaces the secret. The present one works for a day more, so that the application's servers can change over. A secret from an earlier rotation
 * ends at once.
 * @param endsFormer ends the present secret and all tokens at once, because somebody else may know it
 * @throws Refused permission_denied, application_not_found, application_ended
 */
export function rotateSecret(
  ports: Ports,
  actor: UserActor,
  id: number,
  { endsFormer }: { endsFormer: boolean },
): Promise<{ secret: string; formerEndsAt: Date | null }> {
  return onApplication(ports, actor, id, async (given, application) => {
    const secret = newSecret()
    const formerEndsAt = endsFormer ? null : new Date(given.at.getTime() + FORMER_SECRET_LIFETIME)
    await replaceSecret(given.db, id, { hash: hashOf(secret), formerEndsAt })
    if (endsFormer) await deleteTokens(given.db, id)
    await given.record('application_secret_rotated', {
      application: application.name,
      before: { former_secret_ends_at: secondsOrNull(application.former_secret_ends_at) },
      after: { former_secret_ends_at: secondsOrNull(formerEndsAt) },
    })
    return { secret, formerEndsAt }
  })
}

/** Ends an application with its tokens and addresses. @throws Refused permission_denied, application_not_found, application_ended */
export function endApplication(ports: Ports, actor: UserActor, id: number): Promise<void> {
  return onApplication(ports, actor, id, async (given, { name }) => {
    await updateApplication(given.db, id, {
      disabled_at: given.at,
      former_secret_hash: null,
      former_secret_ends_at: null,
    })
    await deleteTokens(given.db, id)
    await given.record('application_ended', { application: name })
  })
}

/** Runs an act on an application that has not ended, under a lock. @throws Refused permission_denied, application_not_found, application_ended */
export function onApplication<T>(
  ports: Ports,
  actor: UserActor,
  id: number,
  run: (given: Act, application: ApplicationDetail) => Promise<T>,
): Promise<T> {
  return act(ports, actor, async (given) => {
    requireRight(given.actor, 'manageApplications')
    const application = await lockApplication(given.db, given.actor.enterprise.id, id)
    if (!application) throw new Refused('application_not_found', { field: 'application_id' })
    if (application.disabled_at !== null) throw new Refused('application_ended', { field: 'application_id' })
    return run(given, application)
  })
}

function requireOrigins(typed: readonly string[]): string[] {
  const origins = [...new Set(typed.map((each) => each.trim()).filter((each) => each !== ''))]
  const wrong = origins.find((each) => !isWebOrigin(each)) ?? origins[MAX_ORIGINS]
  if (wrong !== undefined) throw new Refused('application_origin', { field: 'origins', params: { origin: wrong } })
  return origins
}

function requireRedirectUris(typed: readonly string[]): string[] {
  const addresses = [...new Set(typed.map((each) => each.trim()).filter((each) => each !== ''))]
  const wrong = addresses.find((each) => !isRedirectUri(each)) ?? addresses[MAX_ORIGINS]
  if (wrong !== undefined)
    throw new Refused('application_redirect', { field: 'redirect_uris', params: { address: wrong } })
  return addresses
}

function requireScopes(asked: readonly Scope[]): Scope[] {
  const scopes = allScopes.filter((each) => asked.includes(each))
  if (scopes.length === 0) throw new Refused('application_scopes', { field: 'scopes' })
  return scopes
}

/** The users, and how the audit log names them. Those named before may have been deactivated since. */
async function requireUsers(
  given: Act,
  asked: readonly number[] | 'all',
  before?: ApplicationDetail,
): Promise<{ ids: number[]; named: string[] | 'all' }> {
  if (asked === 'all') return { ids: [], named: 'all' }
  if (asked.length === 0) throw new Refused('application_users', { field: 'user_ids' })
  const ids = [...new Set(asked)]
  const people = await requirePeople(given, 'readPerson', ids)
  const known = new Set(before?.users.map(({ id }) => id))
  if (people.some((each) => !each.is_active && !known.has(each.id)))
    throw new Refused('person_inactive', { field: 'user_ids' })
  return { ids, named: people.map(({ login }) => login).sort() }
}

function usersOf({ for_all: forAll, users }: ApplicationDetail): string[] | 'all' {
  return forAll ? 'all' : users.map(({ login }) => login).sort()
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function secondsOrNull(date: Date | null): number | null {
  return date === null ? null : secondsOf(date)
}
