import { randomBytes } from 'node:crypto'
import type { Scope } from '@/contract/applications'
import { applicationOfKey, type ApplicationActor, type UserActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { ApplicationRow, ApplicationTokenRow } from '../../database/applicationTables'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { clientInvalid, invalidRequest, permissionDenied, tokenInvalid } from '../../errors'
import { mayActFor, mayActForEnterprise } from '../../policies/applications'
import {
  applicationByClientId,
  applicationById,
  deleteEndedTokens,
  findApplication,
  findToken,
  findUserToken,
  insertToken,
  markUsed,
  type ClientCredentials,
} from '../../queries/applications/tokens'
import { enterpriseEnd } from '../../queries/enterprise/enterprises'
import { findUser } from '../../queries/session/sessions'
import { hashOf } from '../../crypto/secretHash'
import { sameText } from '../../crypto/signing'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/**
 * The application with this id and its secret. The secret before the last rotation works until its end.
 * @throws Refused client_invalid, both for an unknown id and for a wrong secret
 */
export async function requireClient(
  { db, clock }: Ports,
  { clientId, secret }: ClientCredentials,
): Promise<ApplicationRow> {
  const application = await applicationByClientId(db, clientId)
  const hash = hashOf(secret).toString('hex')
  const isPresent = sameText(hash, (application?.secret_hash ?? hashOf('')).toString('hex'))
  const isFormer = sameText(hash, (application?.former_secret_hash ?? hashOf('')).toString('hex'))
  const mayBeFormer = (application?.former_secret_ends_at ?? new Date(0)) > clock()
  const isRight = isPresent || (isFormer && mayBeFormer)
  if (!application || !isRight || application.disabled_at !== null) throw clientInvalid()
  return application
}

/** The actor of an access token, and the token's limits. */
export interface TokenHolder {
  actor: ApplicationActor
  /** The only page that may embed the drive with this token. */
  origin: string | null
  expiresAt: Date
}

/**
 * The actor of a user's access token, with current rights.
 * @throws Refused token_invalid: unknown or expired token, disabled application, or a user that the application may no longer act for;
 * permission_denied for a token of an enterprise
 */
export async function requireApplication(
  { db, clock }: Ports,
  token: unknown,
  address: string | undefined,
): Promise<TokenHolder> {
  const held = isToken(token) ? await findUserToken(db, hashOf(token), clock()) : undefined
  if (!held) {
    const row = await requireRow(db, token, clock())
    if (row.user_id !== null) throw tokenInvalid()
    await requireEnterprise({ db, clock }, row)
    throw permissionDenied()
  }
  const { application, user, token: found } = held
  if (!mayActFor(application, user, application.isNamed, clock())) throw tokenInvalid()
  const actor = actorFrom({ application, user }, found.scopes)
  await recordUse(db, application, clock())
  return { actor: { ...actor, address }, origin: found.origin, expiresAt: found.expires_at }
}

/** An application that acts for its whole enterprise. */
export interface EnterpriseHolder {
  application: ApplicationRow
  /** The owner of the departments' folders, through whom the application acts, with its own narrower rights. */
  actor: UserActor
  expiresAt: Date
}

/**
 * The application of an enterprise's access token.
 * @throws Refused token_invalid: unknown or expired token, or an application that may no longer act; permission_denied for a token of a user
 */
export async function requireEnterpriseToken(
  { db, clock }: Ports,
  token: unknown,
  address: string | undefined,
): Promise<EnterpriseHolder> {
  const row = await requireRow(db, token, clock())
  if (row.user_id !== null) {
    await requireApplication({ db, clock }, token, address)
    throw permissionDenied()
  }
  const application = await requireEnterprise({ db, clock }, row)
  const enterprise = await enterpriseEnd(db, application.enterprise_id)
  const owner = enterprise && enterprise.owner_id !== null ? await findUser(db, enterprise.owner_id) : null
  if (!owner) throw tokenInvalid()
  await recordUse(db, application, clock())
  const program = { id: application.id, name: application.name }
  return { application, actor: { ...owner, address, program }, expiresAt: row.expires_at }
}

/** @throws Refused token_invalid */
async function requireEnterprise(
  { db, clock }: Ports,
  { application_id: id }: ApplicationTokenRow,
): Promise<ApplicationRow> {
  const application = await applicationById(db, id)
  const enterprise = application && (await enterpriseEnd(db, application.enterprise_id))
  if (!enterprise || !mayActForEnterprise(application, enterprise, clock())) throw tokenInvalid()
  return application
}

/** @throws Refused token_invalid */
async function requireRow(db: Db, token: unknown, now: Date): Promise<ApplicationTokenRow> {
  const row = await rowOf(db, token, 'calls', now)
  if (!row) throw tokenInvalid()
  return row
}

/**
 * Issues a token that shows one version of a file for a limited time. Other users of the application can use the token together with an access
 * token of their own.
 */
export async function issuePreviewToken(
  { db, clock }: Ports,
  { client, scopes, onBehalfOf }: ApplicationActor,
  { fileId, versionId, period }: { fileId: number; versionId: number | null; period: number },
): Promise<string> {
  const token = newToken()
  const now = clock()
  await insertToken(db, {
    token_hash: hashOf(token),
    application_id: client.id,
    user_id: onBehalfOf.user.id,
    scopes: [...scopes],
    origin: null,
    file_id: fileId,
    version_id: versionId,
    created_at: now,
    expires_at: new Date(now.getTime() + period * 1000),
  })
  return token
}

/**
 * The file and version that a preview token shows, and the actor who views the file.
 * @param userToken the viewer's access token; undefined if the viewer is the user of the preview token
 * @throws Refused token_invalid for a token that is unknown, expired, or of another application or user
 */
export async function requirePreview(
  ports: Ports,
  actor: ApplicationActor,
  { token, userToken, fileId }: { token: unknown; userToken: string | undefined; fileId: number | undefined },
): Promise<{ actor: ApplicationActor; fileId: number; versionId: number | undefined }> {
  const row = await rowOf(ports.db, token, 'file', ports.clock())
  const isTheirs = row?.application_id === actor.client.id && row.user_id === actor.onBehalfOf.user.id
  if (!row || !isTheirs || row.file_id === null) throw tokenInvalid()
  if (fileId !== undefined && fileId !== row.file_id) throw invalidRequest('file_id')
  const previewed = { fileId: row.file_id, versionId: row.version_id ?? undefined }
  if (userToken === undefined) return { ...previewed, actor }
  const { actor: viewing } = await requireApplication(ports, userToken, undefined)
  if (viewing.client.id !== actor.client.id) throw tokenInvalid()
  const isSame = viewing.onBehalfOf.user.id === actor.onBehalfOf.user.id
  return { ...previewed, actor: isSame ? actor : { ...actor, viewer: viewing.onBehalfOf } }
}

/** The application of a signed address, with its user and viewer. Null once it may not act for one of them, and for other kinds of keys. */
export async function applicationOfAddress({ db, clock }: Ports, key: ActorKey): Promise<ApplicationActor | null> {
  const named = applicationOfKey(key)
  if (named === null) return null
  const { clientId, userId: user_id, scopes, viewerId } = named
  const actor = await actorOf(db, clientId, { user_id, scopes }, clock())
  if (actor === null || viewerId === null) return actor
  const viewer = await actingFor(db, clientId, viewerId, clock())
  return viewer && { ...actor, viewer: viewer.user }
}

/**
 * The only page that may embed the drive in a frame, by the token or application in the address; null for none.
 * This decides framing only: the content still requires the token.
 */
export async function frameOrigin(
  { db, clock }: Ports,
  { token, clientId, origin }: { token: string | null; clientId: string | null; origin: string | null },
): Promise<string | null> {
  if (token !== null) return (await rowOf(db, token, 'calls', clock()))?.origin ?? null
  const application = clientId === null ? undefined : await applicationByClientId(db, clientId)
  const isOpen = application !== undefined && application.disabled_at === null && origin !== null
  return isOpen && application.origins.includes(origin) ? origin : null
}

export function removeEndedTokens({ db, clock }: Ports): Promise<void> {
  return deleteEndedTokens(db, clock())
}

/** @param scopes the token's; scopes that the application has lost since are dropped */
async function actorOf(
  db: Db,
  clientId: number,
  { user_id: userId, scopes }: { user_id: number; scopes: readonly Scope[] },
  now: Date,
): Promise<ApplicationActor | null> {
  const acting = await actingFor(db, clientId, userId, now)
  return acting && actorFrom(acting, scopes)
}

function actorFrom(
  { application, user }: { application: Pick<ApplicationRow, 'id' | 'name' | 'scopes'>; user: UserActor },
  scopes: readonly Scope[],
): ApplicationActor {
  return {
    kind: 'application',
    client: { id: application.id, name: application.name },
    scopes: scopes.filter((each) => application.scopes.includes(each)),
    onBehalfOf: user,
    viewer: null,
  }
}

/** ms between two records of an application's use, so that not each call writes */
const USE_PERIOD = 60_000

async function recordUse(
  db: Db,
  { id, last_used_at: last }: Pick<ApplicationRow, 'id' | 'last_used_at'>,
  now: Date,
): Promise<void> {
  if (last === null || now.getTime() - last.getTime() >= USE_PERIOD) await markUsed(db, id, now)
}

export interface Acting {
  application: ApplicationRow
  user: UserActor
}

/** An application and its user, or null if the application may not act for the user now. */
export async function actingFor(db: Db, clientId: number, userId: number, now: Date): Promise<Acting | null> {
  const [application, user] = await Promise.all([findApplication(db, clientId, userId), findUser(db, userId)])
  if (!application || !user || !mayActFor(application, user, application.isNamed, now)) return null
  return { application, user }
}

async function rowOf(
  db: Db,
  token: unknown,
  shows: 'file' | 'calls',
  now: Date,
): Promise<ApplicationTokenRow | undefined> {
  return isToken(token) ? findToken(db, hashOf(token), shows, now) : undefined
}

function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text)
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
