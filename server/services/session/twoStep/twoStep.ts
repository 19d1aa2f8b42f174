import { Secret, TOTP } from 'otpauth'
import type { UserActor } from '../../../actors/actor'
import { inTransaction } from '../../../database/transaction'
import type { Dependencies } from '../../../dependencies'
import { permissionDenied } from '../../../errors'
import { needsSecondStep } from '../../../policies/session'
import { countRecoveryCodes, lockSecondStep } from '../../../queries/session/recoveryCodes'
import { clearSecret, storeSecret, useStep } from '../../../queries/session/twoStep'
import { recordAuditEvent } from '../../audit'
import type { DirectoryPorts } from '../directorySignIn'
import { requirePassword } from '../passwords'
import type { SignedIn, Token } from '../sessions'
import { attemptSecondStep } from './attempts'
import { makeRecoveryCodes } from './recoveryCodes'

/** seconds per code */
const PERIOD = 30
/** Accepted steps before and after the current one, because clocks differ. */
const WINDOW = 1

export interface TwoStep {
  isRequired: boolean
  isEnrolled: boolean
  isPassed: boolean
  /** Recovery codes that are left; null before the second step is passed, because it says something about the account. */
  recoveryCodesLeft: number | null
}

/** The state of a user's second step of signing in. */
export async function twoStepOf(
  { db }: Pick<Dependencies, 'db'>,
  { actor: { user, enterprise }, session }: SignedIn,
): Promise<TwoStep> {
  return {
    isRequired: needsSecondStep({ user, enterprise }),
    isEnrolled: user.totp_enrolled_at !== null,
    isPassed: session.hasSecondStep,
    recoveryCodesLeft: session.hasSecondStep ? await countRecoveryCodes(db, user.id) : null,
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
 * Accepts a code once. Enables the second step if the second step was off, and makes recovery codes then. Marks the session as passed, and gives the
 * session a new token.
 * @throws Refused wrong_code, login_too_often
 */
export async function passSecondStep(
  ports: Pick<Dependencies, 'db' | 'clock' | 'encrypter'>,
  signedIn: SignedIn,
  code: string,
): Promise<Token & { recoveryCodes: string[] | null }> {
  const { user } = signedIn.actor
  return attemptSecondStep(ports, signedIn, async (transaction, now) => {
    const step = stepOf(user, code, now)
    if (step === null) return null
    const isNew = (await lockSecondStep(transaction, user.id)) === null
    if (!(await useStep(transaction, user, step, now))) return null
    const recoveryCodes = isNew ? await makeRecoveryCodes(ports, transaction, user.id) : null
    return { deed: isNew ? 'second_step_on' : 'second_step_passed', found: { recoveryCodes } }
  })
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
