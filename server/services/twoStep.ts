import { Secret, TOTP } from 'otpauth'
import type { UserActor } from '../actor'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { wrongCode } from '../errors'
import { keepSecret, markSecondStep, takeStep } from '../queries/twoStep'
import { countAttempt } from './loginAttempts'
import type { SignedIn } from './sessions'

/** seconds that a code holds */
const PERIOD = 30
/** Codes of the step before and after are taken, too: clocks differ. */
const WINDOW = 1

export interface TwoStep {
  isRequired: boolean
  isEnrolled: boolean
  isPassed: boolean
  /** base32; null once enrolled: it is never shown again */
  secret: string | null
  /** What authenticator apps read; null with the secret. */
  address: string | null
}

/** Where a user stands with the second step of signing in; somebody who has not enrolled gets a secret. */
export async function twoStepOf(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { actor: { user, enterprise }, session }: SignedIn,
): Promise<TwoStep> {
  const isEnrolled = user.totp_enrolled_at !== null
  const secret = isEnrolled
    ? null
    : (user.totp_secret ?? (await keepSecret(db, user.id, new Secret({ size: 20 }).base32)))
  return {
    isRequired: enterprise.force_two_step,
    isEnrolled,
    isPassed: session.hasSecondStep,
    secret,
    address: secret && enrolmentAddress(secret, user.login, config.productName ?? enterprise.name),
  }
}

/**
 * Takes a code once: enrols the user and marks the session.
 * @param address where the attempt comes from
 * @throws Refused wrong_code, login_too_often
 */
export async function passSecondStep(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { actor: { user }, session }: SignedIn,
  code: string,
  address: string,
): Promise<void> {
  const counted = `two-step:${user.login}`
  const takeBack = await countAttempt(db, clock, { login: counted, address, device: null })
  const now = clock()
  const step = stepOf(user, code, now)
  if (step === null) throw wrongCode()
  await inTransaction(db, async (transaction) => {
    if (!(await takeStep(transaction, user.id, step, now))) throw wrongCode()
    await markSecondStep(transaction, session.hash, now)
  })
  await takeBack()
}

function enrolmentAddress(secret: string, login: string, issuer: string): string {
  return new TOTP({ secret, label: login, issuer, period: PERIOD }).toString()
}

/** The number of the step that a code belongs to; null where it is wrong. */
function stepOf({ totp_secret: secret }: UserActor['user'], code: string, now: Date): number | null {
  if (!secret) return null
  const totp = new TOTP({ secret, period: PERIOD })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}
