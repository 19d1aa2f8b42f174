import { randomBytes } from 'node:crypto'
import {
  groupRecoveryCode,
  readRecoveryCode,
  recoveryAlphabet,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
} from '@/domain/session/recoveryCodes'
import type { Db } from '../../../database/connect'
import { inTransaction } from '../../../database/transaction'
import type { Dependencies } from '../../../dependencies'
import { permissionDenied } from '../../../errors'
import { insertNotice } from '../../../queries/messages'
import {
  countRecoveryCodes,
  lockSecondStep,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../../../queries/session/recoveryCodes'
import { recordAuditEvent } from '../../audit'
import type { DirectoryPorts } from '../directorySignIn'
import { requirePassword } from '../passwords'
import type { SignedIn, Token } from '../sessions'
import { attemptSecondStep } from './attempts'
import { MAIL_RECOVERY, type MailedRecovery } from './recoveryMails'

type Sealing = Pick<Dependencies, 'encrypter'>

/** Makes new recovery codes and voids the earlier ones. Call in a transaction that has locked the second step. */
export async function makeRecoveryCodes({ encrypter }: Sealing, transaction: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
  await replaceRecoveryCodes(
    transaction,
    userId,
    codes.map((code) => hashOfCode({ encrypter }, userId, code)),
  )
  return codes.map(groupRecoveryCode)
}

/**
 * Replaces the recovery codes of a user, who proves the password.
 * @throws Refused permission_denied while the second step is off, wrong_password, login_too_often
 */
export async function renewRecoveryCodes(
  ports: DirectoryPorts & Sealing,
  signedIn: SignedIn,
  password: string,
): Promise<string[]> {
  const { db, clock } = ports
  const { actor } = signedIn
  if (actor.user.totp_enrolled_at === null) throw permissionDenied()
  await requirePassword(ports, signedIn, password)
  return inTransaction(db, async (transaction) => {
    if ((await lockSecondStep(transaction, actor.user.id)) === null) throw permissionDenied()
    const codes = await makeRecoveryCodes(ports, transaction, actor.user.id)
    await recordAuditEvent(transaction, clock(), actor, 'recovery_codes_made')
    return codes
  })
}

/**
 * Passes the second step with a recovery code, and notifies the user.
 * @throws Refused wrong_code, login_too_often
 */
export async function passWithRecoveryCode(
  ports: Pick<Dependencies, 'db' | 'clock' | 'encrypter' | 'jobs'>,
  signedIn: SignedIn,
  typed: string,
): Promise<Token & { left: number }> {
  const { user, address = '' } = signedIn.actor
  return attemptSecondStep(ports, signedIn, async (transaction, now) => {
    const code = readRecoveryCode(typed)
    if (code === null || (await lockSecondStep(transaction, user.id)) === null) return null
    if (!(await useRecoveryCode(transaction, user.id, hashOfCode(ports, user.id, code)))) return null
    const left = await countRecoveryCodes(transaction, user.id)
    const notice = { action: 'recovery_code_used', state: 'finished', count: left, name: '', folder: '' } as const
    await insertNotice(transaction, { userId: user.id, ticket: null, notice, at: now })
    const mail: MailedRecovery = { userId: user.id, address, left }
    await ports.jobs.add(MAIL_RECOVERY, mail, {}, transaction)
    return { deed: 'recovery_code_used', found: { left } }
  })
}

function makeCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return Array.from(randomBytes(RECOVERY_LENGTH), (byte) => recoveryAlphabet[byte % recoveryAlphabet.length]).join('')
}

/** The stored form of a code. It names the user, so that a row that is copied to somebody else is worth nothing. */
function hashOfCode({ encrypter }: Sealing, userId: number, code: string): string {
  return encrypter.keyedHash(JSON.stringify(['recovery code', userId, code]))
}
