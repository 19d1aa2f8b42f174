import { Secret, TOTP } from 'otpauth'
import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, wrongCode } from '../../errors'
import { needsSecondStep } from '../../policies/session'
import { clearSecret, storeSecret, markSecondStep, useStep } from '../../queries/session/twoStep'
import { recordAuditEvent } from '../audit'
import { countAttempt } from './loginAttempts'
import type { DirectoryPorts } from './directorySignIn'
import { requirePassword } from './passwords'
import { renewToken, type SignedIn, type Token } from './sessions'

/** seconds per code */
const PERIOD = 30
/** Accepted steps before and after the current one, because clocks differ. */
const WINDOW = 1

export interface TwoStep {
  isRequired: boolean
  isEnrolled: boolean
  isPassed: boolean
}

/** The state of a user's second step of signing in. */
export function twoStepOf({ actor: { user, enterprise }, session }: SignedIn): TwoStep {
  return {
    isRequired: needsSecondStep({ user, enterprise }),
    isEnrolled: user.totp_enrolled_at !== null,
    isPassed: session.hasSecondStep,
  }
}

/**
 * Begins to enable the second step. Makes a new secret each time, so that nobody else can have seen the secret.
 * @returns the secret in base32, and the address for authenticator apps
 * @throws Refused permission_denied if the second step is already on, wrong_password, login_too_often
 */
export async function beginTwoStep(
  ports: DirectoryPorts & Pick<Dependencies, 'config'>,
  signedIn: SignedIn,
  password: string,
): Promise<{ secret: string; address: string }> {
  const { db, config } = ports
  const { user, enterprise } = signedIn.actor
  if (user.totp_enrolled_at !== null) throw permissionDenied()
  await requirePassword(ports, signedIn, password)
  const secret = new Secret({ size: 20 }).base32
  if (!(await storeSecret(db, user.id, secret))) throw permissionDenied()
  return { secret, address: enrolmentAddress(secret, user.login, config.productName ?? enterprise.name) }
}

/**
 * Accepts a code once. Enables the second step if the second step was off. Marks the session as passed, and gives the session a new token.
 * @throws Refused wrong_code, login_too_often
 */
export async function passSecondStep(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { actor, session }: SignedIn,
  code: string,
): Promise<Token> {
  const { user, address = '' } = actor
  const undoCount = await countAttempt(db, clock, { secret: 'code', login: user.login, address, device: null })
  const now = clock()
  const step = stepOf(user, code, now)
  const token =
    step !== null &&
    (await inTransaction(db, async (transaction) => {
      if (!(await useStep(transaction, user, step, now))) return false
      await markSecondStep(transaction, session.hash, now)
      await recordAuditEvent(transaction, now, actor, user.totp_enrolled_at ? 'second_step_passed' : 'second_step_on')
      return renewToken(transaction, session)
    }))
  if (!token) {
    await recordAuditEvent(db, now, actor, 'second_step_refused')
    throw wrongCode()
  }
  await undoCount()
  return token
}

/**
 * Disables the second step.
 * @throws Refused permission_denied if the enterprise requires it, wrong_password, login_too_often
 */
export async function disableTwoStep(ports: DirectoryPorts, signedIn: SignedIn, password: string): Promise<void> {
  const { db, clock } = ports
  const { actor } = signedIn
  if (needsSecondStep(actor)) throw permissionDenied()
  await requirePassword(ports, signedIn, password)
  await inTransaction(db, async (transaction) => {
    if (await clearSecret(transaction, actor.user.id))
      await recordAuditEvent(transaction, clock(), actor, 'second_step_off')
  })
}

function enrolmentAddress(secret: string, login: string, issuer: string): string {
  return new TOTP({ secret, label: login, issuer, period: PERIOD }).toString()
}

/** The time step of a code; null for a wrong code. */
function stepOf({ totp_secret: secret }: UserActor['user'], code: string, now: Date): number | null {
  if (!secret) return null
  const totp = new TOTP({ secret, period: PERIOD })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}
