import type { Entry } from 'ldapts'
import type { LdapDirectoryRow } from '../../database/directoryTables'
import type { Dependencies } from '../../dependencies'
import type { LdapServer } from '../../remote/LdapClients'

/** The place for which the password of an organisation's directory is encrypted. */
export const ldapSecretPlace = (enterpriseId: number) => `directory ${enterpriseId}`

/** A stored directory as the client of directories needs it. A password that was encrypted with a lost key counts as none. */
export function ldapServerOf(
  { encrypter }: Pick<Dependencies, 'encrypter'>,
  enterpriseId: number,
  row: LdapDirectoryRow,
): LdapServer {
  const { url, starts_tls: startsTls, ca_certificate: caCertificate, bind_dn: bindDn, bind_password: sealed } = row
  const bindPassword = (sealed && encrypter.decrypt(sealed, ldapSecretPlace(enterpriseId))) ?? ''
  return { url, startsTls, caCertificate, bindDn, bindPassword }
}

/** The first value of an attribute as text; '' = none. Names of attributes have no case. */
export function textIn(entry: Entry, attribute: string): string {
  const [value] = valuesIn(entry, attribute)
  return value === undefined ? '' : typeof value === 'string' ? value : value.toString('utf8')
}

export function textsIn(entry: Entry, attribute: string): string[] {
  return valuesIn(entry, attribute).map((value) => (typeof value === 'string' ? value : value.toString('utf8')))
}

/** The id of an entry. Ids that are bytes, such as objectGUID, are stored as hexadecimal digits. */
export function externalIdIn(entry: Entry, attribute: string): string {
  const [value] = valuesIn(entry, attribute)
  if (value === undefined) return ''
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return isBinary(attribute) ? bytes.toString('hex') : bytes.toString('utf8')
}

export const isBinary = (attribute: string) => /^(objectguid|objectsid|guid|nsuniqueid)$/i.test(attribute)

function valuesIn(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = attribute.toLowerCase()
  for (const [key, value] of Object.entries(entry)) {
    if (key.toLowerCase() !== name) continue
    const values = Array.isArray(value) ? value : [value]
    if (values.length > 0) return values
  }
  return []
}
