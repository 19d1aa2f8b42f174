import type { Dependencies } from '../../dependencies'
import type { ShareLinkRow } from '../../database/shareTables'
import { hashPassword } from '../../crypto/passwords'

type Columns = Pick<ShareLinkRow, 'password_hash' | 'password_sealed'>

/** A password as columns: what it is judged by, and what its maker reads it from. @param password '' = none */
export async function sharePassword(
  { sealer }: Pick<Dependencies, 'sealer'>,
  password: string,
  uniqueName: string,
): Promise<Columns> {
  if (password === '') return { password_hash: null, password_sealed: null }
  return { password_hash: await hashPassword(password), password_sealed: sealer.seal(password, placeOf(uniqueName)) }
}

/** The password of a link; '' without one, null where it cannot be read any more: it was sealed with another key. */
export function passwordOf(
  { sealer }: Pick<Dependencies, 'sealer'>,
  { password_hash: hash, password_sealed: sealed, unique_name: name }: Columns & Pick<ShareLinkRow, 'unique_name'>,
): string | null {
  if (hash === null) return ''
  return sealed && sealer.open(sealed, placeOf(name))
}

function placeOf(uniqueName: string): string {
  return `share_link:${uniqueName}`
}
