import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Configuration } from '../config/configuration'
import { pagePolicy } from './contentSecurity'
import type { RequestContext } from '../http/handler'

/** The built page, in parts. */
export interface PageText {
  /** The build's id: a hash of the page, which names all files of its build by their hashes. */
  build: string
  /** Ends where the data of a visit are inserted. */
  before: string
  after: string
  /** Follows the script that begins a visit. */
  end: string
  /** The script that draws the last list before the server answers; only in a shell (AH-28). */
  kept: string
  starts: Record<string, Start>
  first: FirstFiles
}

/** Begins a visit before the app's code has loaded. Keyed by the pattern of its address; `preview` for a file over a page; '' for others. */
interface Start {
  script: string
  policy: string
  /** For a messenger's browser, whose JS-SDK the page loads. */
  messengerPolicy: string
  /** For the page of a shell. */
  shellPolicy: string
}

/** Files that a visit needs besides those that the page names, as listed by the build. */
export interface FirstFiles {
  /** By `language` and by `wording-language`. */
  words: Record<string, string[]>
  /** By the pattern of the screen's address, such as `/share/:code`; `preview` for a file over any screen. */
  pages: Record<string, string[]>
  /** The words of such a screen by language. */
  pageWords?: Record<string, Record<string, string[]>>
  /** The texts of rows, keyed like `words`. */
  rowWords?: Record<string, object>
  /** Files that a list needs offline, keyed like `words`; '' for every language. */
  offline?: Record<string, string[]>
}

/** The place for the page's data: the build's mark, or before the first script that could read the data. */
const bootMark = /<!-- first (\{.*?\}) -->|(?=<script)|(?=<\/head>)/
/** A script for some screens only, marked with the pattern of their address, `kept` or `preview`. */
const startMark = /<!-- start (\S+) -->(<script>[\s\S]*?<\/script>)/g

/** Reads the page's file again after each build and then calls `onRead`. */
export function pageReader(path: string, config: Configuration, onRead: () => void): () => PageText | null {
  let known: { page: PageText; modified: number } | null = null
  return () => {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return null
    if (known?.modified !== modified) {
      known = { page: split(readFileSync(path, 'utf8'), config), modified }
      onRead()
    }
    return known.page
  }
}

function split(html: string, { officePreviewUrl, documentEditorUrl, messengers }: Configuration): PageText {
  const framed = [officePreviewUrl, documentEditorUrl].filter((address) => address !== null)
  const isSigned = messengers.wechatAccount !== null || messengers.wecom !== null
  const mark = bootMark.exec(html)
  const at = mark?.index ?? html.length
  const scripts = new Map<string, string>()
  const plain = html.slice(at + (mark?.[0].length ?? 0)).replace(startMark, (_, name: string, script: string) => {
    scripts.set(name, script)
    return ''
  })
  const last = /(<\/body>)?(<\/html>)?\s*$/.exec(plain)!.index
  const text = { before: html.slice(0, at), after: plain.slice(0, last), end: plain.slice(last) }
  const kept = scripts.get('kept') ?? ''
  // A shell also begins a file over its list.
  const ofShell = kept + (scripts.get('preview') ?? '')
  const startOf = (script: string): Start => {
    const whole = text.before + text.after + script + text.end
    return {
      script,
      policy: pagePolicy(whole, framed),
      messengerPolicy: pagePolicy(whole, framed, isSigned ? [messengers.scriptUrl] : []),
      shellPolicy: pagePolicy(whole + ofShell, framed),
    }
  }
  scripts.delete('kept')
  return {
    build: createHash('sha256').update(html).digest('hex').slice(0, 16),
    ...text,
    kept,
    starts: Object.fromEntries(['', ...scripts.keys()].map((name) => [name, startOf(scripts.get(name) ?? '')])),
    first: mark?.[1] ? (JSON.parse(mark[1]) as FirstFiles) : { words: {}, pages: {} },
  }
}

/** The screen for the root and for unknown addresses (RT-01). */
const home = '/files/frequent'

/** The patterns of the screens at an address. */
export function screensAt({ first }: PageText, url: string): string[] {
  const path = url.split('?', 1)[0]!.replace(/^\/h5(?=\/)/, '')
  const at = (address: string) => Object.keys(first.pages).filter((pattern) => patternOf(pattern).test(address))
  const found = at(path)
  return found.length > 0 ? found : at(home)
}

/** The beginning of a visit of these screens. */
export function startAt({ starts }: PageText, screens: readonly string[]): Start {
  return starts[screens.find((pattern) => pattern in starts) ?? '']!
}

/** The texts in the visitor's language, and the code and texts of the screens. */
export function filesOf(
  { first: { words, pages, pageWords = {} } }: PageText,
  screens: readonly string[],
  { language, wording }: Pick<RequestContext, 'language' | 'wording'>,
): string[] {
  return [
    words[language],
    words[`${wording}-${language}`],
    ...screens.flatMap((pattern) => [pages[pattern], pageWords[pattern]?.[language]]),
  ].flatMap((files) => files ?? [])
}

/** Matches a pattern such as `/files/:space/:id?`. */
function patternOf(pattern: string): RegExp {
  return new RegExp(
    `^${pattern.replace(/\/:\w+(\?)?/g, (_, optional?: string) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))}/?$`,
  )
}
