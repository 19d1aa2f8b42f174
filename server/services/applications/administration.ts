import { randomBytes } from 'node:crypto'
import { scopes as allScopes, type Scope } from '@/contract/applications'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { mayManageApplications } from '../../policies/enterprise'
import { disableApplication, insertApplication, userByLogin } from '../../queries/applications'
import { findUser } from '../../queries/session/sessions'
import { isWebOrigin } from '../../config/webOrigin'
import { hashOf } from '../../crypto/secretHash'
import type { ClientCredentials } from './tokens'
import { recordAuditEvent } from '../audit'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** An administrator's settings for a new application. */
export interface NewApplication {
  name: string
  /** Origins of pages that may embed the drive in a frame. */
  origins: readonly string[]
  scopes: readonly Scope[]
  /** Logins of the users that the application may act for; 'all': every member of the enterprise. */
  users: readonly string[] | 'all'
}

/**
 * Creates an application in an administrator's enterprise.
 * @param given the published id and secret of the demo world
 * @throws Error with a message for the command line
 */
export async function createApplication(
  { db, clock }: Ports,
  administrator: UserActor,
  { name, origins, scopes, users }: NewApplication,
  given?: ClientCredentials,
): Promise<ClientCredentials> {
  requireAdministrator(administrator)
  if (name.trim() === '' || name.length > 100) throw new Error('the name must have 1 to 100 characters')
  const wrong = origins.find((each) => !isWebOrigin(each))
  if (wrong !== undefined) throw new Error(`${wrong} is not an origin such as https://app.example`)
  if (scopes.length === 0) throw new Error(`name at least one of these scopes: ${allScopes.join(' ')}`)
  const userIds = users === 'all' ? [] : await membersOf(db, administrator, users)
  const { clientId, secret } = given ?? {
    clientId: `app_${randomBytes(9).toString('base64url')}`,
    secret: randomBytes(32).toString('base64url'),
  }
  await inTransaction(db, async (transaction) => {
    const application = {
      enterprise_id: administrator.enterprise.id,
      client_id: clientId,
      secret_hash: hashOf(secret),
      name: name.trim(),
      origins: [...new Set(origins)],
      scopes: [...scopes],
      for_all: users === 'all',
      created_at: clock(),
      disabled_at: null,
    }
    await insertApplication(transaction, application, userIds)
    await recordAuditEvent(transaction, clock(), administrator, 'application_created', {
      detail: { application: name.trim() },
    })
  })
  return { clientId, secret }
}

/** An active user by login. */
export async function userNamed(db: Db, login: string): Promise<UserActor | null> {
  const found = await userByLogin(db, login)
  return found ? findUser(db, found.id) : null
}

/**
 * Disables an application of an administrator's enterprise; its tokens and addresses stop working.
 * @throws Error with a message for the command line
 */
export async function endApplication({ db, clock }: Ports, administrator: UserActor, clientId: string): Promise<void> {
  requireAdministrator(administrator)
  await inTransaction(db, async (transaction) => {
    const at = clock()
    const application = await disableApplication(transaction, administrator.enterprise.id, clientId, at)
    if (application === undefined) throw new Error(`there is no application ${clientId}`)
    await recordAuditEvent(transaction, at, administrator, 'application_ended', { detail: { application } })
  })
}

function requireAdministrator(actor: UserActor): void {
  if (!mayManageApplications(actor)) throw new Error(`${actor.user.login} is no administrator`)
}

async function membersOf(db: Db, { enterprise }: UserActor, logins: readonly string[]): Promise<number[]> {
  if (logins.length === 0) throw new Error('name the users for whom it acts: logins, or all')
  const ids: number[] = []
  for (const login of logins) {
    const user = await userByLogin(db, login)
    if (user?.enterprise_id !== enterprise.id) throw new Error(`${login} is no member of ${enterprise.name}`)
    ids.push(user.id)
  }
  return [...new Set(ids)]
}
