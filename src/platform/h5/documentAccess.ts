import { accessIn } from '@/domain/documents/address'

/** Where the session storage holds the token of a file. */
const key = (fileId: number) => `document_access_${fileId}`

/**
 * The token for a document's page: from the page's address, or from the page that opened this one. The address loses it, so that nobody passes it on;
 * the session storage keeps it for a reload. null: the page asks for one.
 */
export function takeAccess(fileId: number): string | null {
  const access = accessIn(location.pathname + location.hash)
  if (access === null) return readAccess(fileId)
  history.replaceState(history.state, '', location.pathname + location.search)
  handAccess(fileId, access)
  return access
}

/** Hands a token over to the page of a document. */
export function handAccess(fileId: number, access: string): void {
  try {
    sessionStorage.setItem(key(fileId), access)
  } catch {
    // Without storage the page asks for a token.
  }
}

function readAccess(fileId: number): string | null {
  try {
    return sessionStorage.getItem(key(fileId))
  } catch {
    return null
  }
}
