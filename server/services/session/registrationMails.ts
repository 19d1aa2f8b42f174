import type { Language } from '@/contract/entities'
import { productNameIn } from '../../config/productName'
import type { Dependencies } from '../../dependencies'
import { accountLetter, codeLetter } from '../../mail/codeLetters'
import { isLoginTaken } from '../../queries/administration/accounts'
import { putCode } from '../../queries/session/sentCodes'
import { CODE_MINUTES, keysOf, makeCode } from './sentCodes'

export const MAIL_CODE = 'mail_registration_code'

/** A code that a job mails. The job makes the code, so that the queue never holds one. */
export interface MailedCode {
  /** in its stored form */
  email: string
  language: Language
}

/** Mails that belong to no organisation share one turn. */
const NO_ORGANISATION = 0

/**
 * Mails a code, or to people with an account that they have one.
 * @throws MailFailure if the mail could not be sent and will be tried again
 */
export async function mailRegistrationCode(
  { db, clock, sign, config, mailer }: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config' | 'mailer'>,
  { email, language }: MailedCode,
): Promise<void> {
  if (mailer === null) return
  const facts = { email, language, product: productNameIn(language, config) }
  if (await isLoginTaken(db, email))
    return mailer.send(accountLetter({ ...facts, url: `${config.baseUrl}/login` }), NO_ORGANISATION)
  const code = makeCode()
  const { targetKey, codeKey } = keysOf(sign, { kind: 'email', address: email, purpose: 'registration' }, code)
  await putCode(db, targetKey, codeKey, clock())
  await mailer.send(codeLetter({ ...facts, code, minutes: CODE_MINUTES }), NO_ORGANISATION)
}
