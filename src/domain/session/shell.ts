/** The parts of a list page that a service worker caches (AH-28). They contain no user's data. */
export interface Shell {
  /** Unique per build, language and wording. */
  name: string
  /** The beginning of the page, which draws the list seen last. */
  html: string
  /** The end of the page, used when the server does not respond. */
  end: string
  /** The addresses of all files that the page then needs. */
  files: string[]
}

/** The prefix of the cache name; the name of the shell follows. */
export const SHELL_CACHE = 'shell-'
