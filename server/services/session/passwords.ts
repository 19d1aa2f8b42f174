import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused, wrongPassword } from '../../errors'
import { hashInTurn, partyOfUser } from '../../crypto/passwords'
import { lockPassword, setPassword } from '../../queries/session/passwords'
import { recordAuditEvent } from '../audit'
import { isCommonPassword } from './commonPasswords'
import { countAttempt } from './loginAttempts'
import { endOthers } from './ownSessions'
import { renewToken, type SignedIn, type Token } from './sessions'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/** most characters of a new password */
const MAX_LENGTH = 128

/**
 * Changes a user's password. Ends all other sessions of the user, and gives the current session a new token.
 * @returns the new token, and the number of ended sessions
 * @throws Refused wrong_password, login_too_often, password_too_short, password_too_long, password_common, password_unchanged
 */
export async function changePassword(
  { db, clock }: Needs,
  signedIn: SignedIn,
  before: string,
  wanted: string,
): Promise<Token & { ended: number }> {
  const { actor, session } = signedIn
  await requirePassword({ db, clock }, signedIn, before)
  await requireGoodPassword(wanted, { before, login: actor.user.login, length: actor.enterprise.password_length })
  const hash = await hashInTurn(partyOfUser(actor), (hasher) => hasher.hash(wanted))
  return inTransaction(db, async (transaction) => {
    // If two changes run concurrently, the second change has checked an outdated password.
    if ((await lockPassword(transaction, actor.user.id)) !== actor.user.password_hash) throw wrongPassword()
    await setPassword(transaction, actor.user.id, hash)
    const ended = await endOthers(transaction, actor.user.id, session)
    const token = await renewToken(transaction, session)
    await recordAuditEvent(transaction, clock(), actor, 'password_changed', { detail: { count: ended } })
    return { ...token, ended }
  })
}

/**
 * Checks the password of a signed-in user. A wrong password counts as a failed sign-in.
 * @throws Refused wrong_password, login_too_often
 */
export async function requirePassword(
  { db, clock }: Needs,
  { actor, session: { device } }: SignedIn,
  password: string,
): Promise<void> {
  const { user, address = '' } = actor
  const undoCount = await countAttempt(db, clock, { secret: 'password', login: user.login, address, device })
  if (!(await hashInTurn(partyOfUser(actor), (hasher) => hasher.verify(user.password_hash, password)))) {
    await recordAuditEvent(db, clock(), actor, 'password_refused')
    throw wrongPassword()
  }
  await undoCount()
}

/** What a new password is measured by. */
export interface PasswordRules {
  login: string
  /** Fewest characters, as the enterprise wants it. */
  length: number
  /** The present password, if known. */
  before?: string
}

/** @throws Refused password_too_short, password_too_long, password_common, password_unchanged */
export async function requireGoodPassword(wanted: string, rules: PasswordRules): Promise<void> {
  const refusal = await refusalOf(wanted, rules)
  if (refusal !== null) throw new Refused(refusal, { field: 'new_password', params: { count: rules.length } })
}

async function refusalOf(wanted: string, { before, login, length: least }: PasswordRules) {
  // Count code points, so that a character beyond 16 bits counts once.
  const { length } = [...wanted]
  if (length < least) return 'password_too_short'
  if (length > MAX_LENGTH) return 'password_too_long'
  if (wanted === before) return 'password_unchanged'
  const isName = [login, login.split('@', 1)[0]].some((name) => name?.toLowerCase() === wanted.toLowerCase())
  return isName || (await isCommonPassword(wanted)) ? 'password_common' : null
}
