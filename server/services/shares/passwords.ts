import type { Dependencies } from '../../dependencies'
import type { ShareLinkRow } from '../../database/shareTables'
import { hashInTurn, partyOfUser } from '../../crypto/passwords'

type Columns = Pick<ShareLinkRow, 'password_hash' | 'password_sealed'>

/** The columns of a password: a hash to check it, and an encrypted copy for its maker. @param password '' = none */
export async function sharePassword(
  { encrypter }: Pick<Dependencies, 'encrypter'>,
  maker: Parameters<typeof partyOfUser>[0],
  password: string,
  uniqueName: string,
): Promise<Columns> {
  if (password === '') return { password_hash: null, password_sealed: null }
  return {
    password_hash: await hashInTurn(partyOfUser(maker), (hasher) => hasher.hash(password)),
    password_sealed: encrypter.encrypt(password, contextOf(uniqueName)),
  }
}

/** The password of a link; '' for a link without a password, null if the password was encrypted with another key. */
export function passwordOf(
  { encrypter }: Pick<Dependencies, 'encrypter'>,
  { password_hash: hash, password_sealed: sealed, unique_name: name }: Columns & Pick<ShareLinkRow, 'unique_name'>,
): string | null {
  if (hash === null) return ''
  return sealed && encrypter.decrypt(sealed, contextOf(name))
}

function contextOf(uniqueName: string): string {
  return `share_link:${uniqueName}`
}
