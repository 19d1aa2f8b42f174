import { hashOf } from '../crypto/secretHash'

/** The mailbox behind an address: many services ignore dots, and what follows a plus. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).split('+')
  return name.replaceAll('.', '') + email.slice(at)
}

/** Names the mailbox of an address in counts of mails. */
export function mailboxKey(email: string): string {
  return hashOf(mailboxOf(email)).toString('base64url')
}
