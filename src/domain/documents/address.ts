/** The pattern of a document's page in our own editor. */
export const documentPage = '/documents/:file_id'

/** The parameter behind the `#` of a document's address, which contains the token. */
const own = /\/documents\/\d{1,15}#access=([^&]+)$/

/** The token in the address of a document; null for the address of another editor. @param address as `GET /yiqixie/get_access_url` answers it */
export function accessIn(address: string): string | null {
  const token = own.exec(address)?.[1]
  return token === undefined ? null : decodeURIComponent(token)
}
