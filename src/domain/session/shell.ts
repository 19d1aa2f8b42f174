/** What a service worker keeps of the page of a list (AH-28); nothing of it is anybody's. */
export interface Shell {
  /** Another one in each build, language and wording. */
  name: string
  /** The page's beginning, which draws what was seen last. */
  html: string
  /** What follows it where the server does not answer. */
  end: string
  /** Addresses of all that the page needs then. */
  files: string[]
}

/** Before the name of a shell: the cache that a service worker keeps it in. */
export const SHELL_CACHE = 'shell-'
