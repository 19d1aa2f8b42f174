import { PASSWORD_LENGTH } from '@/domain/limits'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { sameText } from '../../crypto/signing'
import { hashInTurn, partyOfAddress } from '../../crypto/passwords'
import { hashOf } from '../../crypto/secretHash'
import { deleteSetupToken, lockSetup, putSetupToken, readSetupToken } from '../../queries/administration/setupToken'
import { hasOrganisation } from '../../queries/enterprise/enterprises'
import { requireGoodPassword } from '../session/passwords'
import { deviceFor, openSessionFor, type NewSession } from '../session/sessions'
import { tokenOfDevice } from '../session/devices'
import { createOrganisation, type NewOrganisation } from './organisations'
import type { Ports } from './acts'

/** minutes in which the set-up address is valid */
const LIFE_MINUTES = 60

/**
 * Makes the token of the set-up page, which replaces an earlier one. The database keeps only its hash.
 * @returns null if an organisation exists
 */
export async function makeSetupToken({ db, clock }: Ports): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    await lockSetup(transaction)
    if (await hasOrganisation(transaction)) return null
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock().getTime() + LIFE_MINUTES * 60_000)
    await putSetupToken(transaction, { hash: hashOf(token).toString('hex'), expiresAt: expiresAt.toISOString() })
    return token
  })
}

/** @returns when the token expires @throws Refused setup_token_invalid */
export async function requireSetupToken({ db, clock }: Ports, token: string): Promise<Date> {
  const stored = await readSetupToken(db)
  const expiresAt = stored && new Date(stored.expiresAt)
  const isRight = stored && sameText(stored.hash, hashOf(token).toString('hex'))
  if (!isRight || expiresAt! <= clock() || (await hasOrganisation(db))) throw new Refused('setup_token_invalid')
  return expiresAt!
}

interface SetUp {
  token: string
  organisation: Omit<NewOrganisation, 'administrator'>
  administrator: { name: string; login: string; password: string }
  /** network address of the client */
  address: string
  userAgent: string
}

/**
 * Creates the first organisation and signs its owner in. The token is used up. Of two concurrent calls one succeeds.
 * @throws Refused setup_token_invalid, as createOrganisation, password_…
 */
export async function setUp(
  ports: Ports & Pick<Dependencies, 'sign'>,
  { token, organisation, administrator, address, userAgent }: SetUp,
): Promise<NewSession> {
  const { db, clock, sign } = ports
  await requireSetupToken(ports, token)
  const { name, login, password } = administrator
  await requireGoodPassword(password, { login, length: PASSWORD_LENGTH })
  const passwordHash = await hashInTurn(partyOfAddress('strangers', address), (hasher) => hasher.hash(password))
  const made = await inTransaction(db, async (transaction) => {
    await lockSetup(transaction)
    await requireSetupToken({ db: transaction, clock }, token)
    const given = { ...organisation, administrator: { name, login, passwordHash } }
    const { owner } = await createOrganisation(transaction, given, clock(), address)
    await deleteSetupToken(transaction)
    return openOwnerSession({ db: transaction, clock, sign }, owner, { address, userAgent })
  })
  return made
}

async function openOwnerSession(
  { db, clock, sign }: Ports & Pick<Dependencies, 'sign'> & { db: Db },
  owner: { id: number; login: string },
  { address, userAgent }: { address: string; userAgent: string },
): Promise<NewSession> {
  const { device } = await deviceFor({ db, sign }, owner.login, undefined)
  const from = { device, userAgent, address }
  const session = await openSessionFor({ db, clock }, { user: owner, kind: 'cookie', before: null, from }, 'signed_in')
  return { token: session, hash: hashOf(session), deviceToken: tokenOfDevice(sign, owner.login, device) }
}
