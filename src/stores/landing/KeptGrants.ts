/** Before the name of a link, where a browser keeps its grant. */
export const GRANT_KEY = 'satchel.grant.'

/** Where the grants of visited links lie, so that a reload asks for no password again; they go with the tab. */
export interface KeptGrants {
  /** '' is none. */
  read(uniqueName: string): string
  write(uniqueName: string, grant: string): void
}
