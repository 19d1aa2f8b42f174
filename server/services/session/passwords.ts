import { inTransaction } from '../../database/transaction'
import { Refused, wrongPassword } from '../../errors'
import { hashInTurn, partyOfUser } from '../../crypto/passwords'
import { deletePasswordGrants } from '../../queries/applications/grants'
import { lockPassword, setPassword } from '../../queries/session/passwords'
import { recordAuditEvent } from '../audit'
import { isCommonPassword } from './commonPasswords'
import { directoryOf, inDirectoryTurn, isDirectoryPassword, type DirectoryPorts } from './directorySignIn'
import { countAttempt } from './loginAttempts'
import { endOthers } from './ownSessions'
import { renewToken, type SignedIn, type Token } from './sessions'

/** most characters of a new password */
const MAX_LENGTH = 128

/**
 * Changes a user's password. Ends all other sessions of the user, and gives the current session a new token.
 * @returns the new token, and the number of ended sessions
 * @throws Refused wrong_password, login_too_often, directory_owned, password_too_short, password_too_long, password_common, password_unchanged
 */
export async function changePassword(
  ports: DirectoryPorts,
  signedIn: SignedIn,
  before: string,
  wanted: string,
): Promise<Token & { ended: number }> {
  const { db, clock } = ports
  const { actor, session } = signedIn
  const directory = await directoryOf(ports, actor.user.id)
  if (directory) throw new Refused('directory_owned', { field: 'new_password', params: { name: directory.label } })
  await requirePassword(ports, signedIn, before)
  await requireGoodPassword(wanted, { before, login: actor.user.login, length: actor.enterprise.password_length })
  const hash = await hashInTurn(partyOfUser(actor), (hasher) => hasher.hash(wanted))
  return inTransaction(db, async (transaction) => {
    // If two changes run concurrently, the second change has checked an outdated password.
    if ((await lockPassword(transaction, actor.user.id)) !== actor.user.password_hash) throw wrongPassword()
    await setPassword(transaction, actor.user.id, hash)
    await deletePasswordGrants(transaction, actor.user.id)
    const ended = await endOthers(transaction, actor.user.id, session)
    const token = await renewToken(transaction, session)
    await recordAuditEvent(transaction, clock(), actor, 'password_changed', { detail: { count: ended } })
    return { ...token, ended }
  })
}

/**
 * Checks the password of a signed-in user. A wrong password counts as a failed sign-in.
 * @throws Refused wrong_password, login_too_often, sign_on_unreachable
 */
export async function requirePassword(
  ports: DirectoryPorts,
  { actor, session: { device } }: SignedIn,
  password: string,
): Promise<void> {
  const { db, clock } = ports
  const { user, address = '' } = actor
  const directory = await directoryOf(ports, user.id)
  const undoCount = await countAttempt(db, clock, { secret: 'password', login: user.login, address, device })
  const isRight = directory
    ? await inDirectoryTurn(directory, address, () => isDirectoryPassword(ports, directory, user.login, password))
    : await hashInTurn(partyOfUser(actor), (hasher) => hasher.verify(user.password_hash, password))
  if (!isRight) {
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
