import type { AuditEvent } from '@/contract/audit'
import type { Db } from '../../../database/connect'
import { inTransaction } from '../../../database/transaction'
import type { Dependencies } from '../../../dependencies'
import { wrongCode } from '../../../errors'
import { markSecondStep } from '../../../queries/session/twoStep'
import { recordAuditEvent } from '../../audit'
import { countAttempt } from '../loginAttempts'
import { renewToken, type SignedIn, type Token } from '../sessions'

/** The kind of a correct code, and more that the answer needs. */
interface Accepted<T> {
  deed: AuditEvent
  found: T
}

/**
 * Checks a code of the second step. Codes of both kinds share the counts of attempts. Marks the session as passed, and gives the session a new token.
 * @param check uses the code up, in the transaction of the session; null for a wrong code
 * @throws Refused wrong_code, login_too_often
 */
export async function attemptSecondStep<T>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { actor, session }: SignedIn,
  check: (transaction: Db, now: Date) => Promise<Accepted<T> | null>,
): Promise<Token & T> {
  const { user, address = '' } = actor
  const undoCount = await countAttempt(db, clock, { secret: 'code', login: user.login, address, device: null })
  const now = clock()
  const passed = await inTransaction(db, async (transaction) => {
    const accepted = await check(transaction, now)
    if (!accepted) return null
    await markSecondStep(transaction, session.hash, now)
    await recordAuditEvent(transaction, now, actor, accepted.deed)
    return { ...accepted.found, ...(await renewToken(transaction, session)) }
  })
  if (!passed) {
    await recordAuditEvent(db, now, actor, 'second_step_refused')
    throw wrongCode()
  }
  await undoCount()
  return passed
}
