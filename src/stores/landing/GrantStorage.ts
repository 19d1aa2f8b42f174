/** Storage key, before the name of a link, of its visit token. */
export const GRANT_KEY = 'satchel.grant.'

/** Storage for visit tokens, so that a reload asks for no password again; erased with the tab. */
export interface GrantStorage {
  /** '' is none. */
  read(uniqueName: string): string
  write(uniqueName: string, grant: string): void
}
