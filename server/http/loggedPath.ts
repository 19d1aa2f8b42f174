import type { FastifyRequest } from 'fastify'
import { calls } from '@/contract/api'
import { customRoutes } from '@/domain/routes'

/** Stands in the log for a part of a path that may be a secret. */
const HIDDEN = '…'

/** Files of the client, such as `/js/app.1234.js` and `/favicon.ico`. */
const fileInFolder = /^[^%]+\.\w+$/
const topFile = /^\/[a-z-]+(\.[a-z]+)+$/
/** As long as the name of a link. A mistyped address of a screen may look like a file. Few files have such long names. */
const token = /[\w-]{22}/

/** The words in the addresses of screens, and of calls: everything in them that is no parameter. */
const screenWords = wordsOf(['/h5', ...Object.values(customRoutes).flat()])
const callWords = wordsOf(['/api', ...Object.keys(calls).map((name) => name.split(' ')[1]!.replace(/\{/g, ':'))])

/**
 * The path of a request for the log: without the query, and without names and tokens, so that a reader of the log cannot use the addresses in it.
 * The route decides what is a parameter, because the text of an address can be written in many ways. Parameters that are numbers stay.
 */
export function loggedPath({ url, params, routeOptions }: FastifyRequest): string {
  const route = routeOptions?.url
  if (route !== undefined && !route.includes('*')) {
    const given = (params ?? {}) as Record<string, string>
    return route.replace(/:(\w+)/g, (_, name: string) => shownOf(given[name] ?? ''))
  }
  return pathWithoutRoute(url.split('?', 1)[0]!)
}

/** The path of a screen or of a file of the client, or a path that nothing answers. */
function pathWithoutRoute(path: string): string {
  const parts = path.split('/').slice(1).map(decoded)
  const isWord = (part: string) => screenWords.has(part) || callWords.has(part)
  const isSecret = (part: string) => isWord(part) || token.test(part)
  const isFile = parts.length > 1 ? fileInFolder.test(path) && !parts.some(isSecret) : topFile.test(path)
  return isFile ? path : parts.map((part) => `/${isWord(part) ? part : shownOf(part)}`).join('')
}

function shownOf(part: string): string {
  return /^\d{0,15}$/.test(part) ? part : HIDDEN
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return HIDDEN
  }
}

function wordsOf(patterns: readonly string[]): ReadonlySet<string> {
  return new Set(
    patterns.flatMap((pattern) => pattern.split('/').filter((part) => part !== '' && !part.startsWith(':'))),
  )
}
