import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Configuration } from '../config/configuration'
import { pagePolicy } from './contentSecurity'
import type { RequestContext } from '../http/handler'

/** The page that the build made, in parts. */
export interface PageText {
  /** Its name: the page names all files of its build by their hashes. */
  build: string
  /** Up to where the data of a visit are put. */
  before: string
  after: string
  /** Behind the script that begins a visit. */
  end: string
  /** Draws what was seen last, before the server has answered: of a shell alone (AH-28). */
  kept: string
  starts: Record<string, Start>
  first: FirstFiles
}

/** What begins a visit before the app's code has come, by the pattern of the screen's address, `preview` where a file is over it; '' for all others. */
interface Start {
  script: string
  policy: string
  /** In a messenger's browser, whose JS-SDK it loads. */
  messengerPolicy: string
  /** Of the page of a shell. */
  shellPolicy: string
}

/** Files that a context needs besides those that the page names, as the build tells them. */
export interface FirstFiles {
  /** By `language` and by `wording-language`. */
  words: Record<string, string[]>
  /** By the pattern of the screen's address, such as `/share/:code`; `preview`: of a file over any of them. */
  pages: Record<string, string[]>
  /** The words of such a screen by language. */
  pageWords?: Record<string, Record<string, string[]>>
  /** What rows say, as `words`. */
  rowWords?: Record<string, object>
  /** What a list needs without a network, as `words`; '' for every language. */
  offline?: Record<string, string[]>
}

/** Where the data of the page are put: at the mark of the build, or before the first script that could read them. */
const bootMark = /<!-- first (\{.*?\}) -->|(?=<script)|(?=<\/head>)/
/** A script of screens alone, by the pattern of their address, or `kept` or `preview`. */
const startMark = /<!-- start (\S+) -->(<script>[\s\S]*?<\/script>)/g

/** Reads the file again when it was built anew, and tells. */
export function pageReader(path: string, config: Configuration, told: () => void): () => PageText | null {
  let known: { page: PageText; modified: number } | null = null
  return () => {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return null
    if (known?.modified !== modified) {
      known = { page: split(readFileSync(path, 'utf8'), config), modified }
      told()
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
  // A shell begins whatever is over its list, too.
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

/** RT-01: where the root and an unknown address lead. */
const home = '/files/frequent'

/** The patterns of the screens at an address. */
export function screensAt({ first }: PageText, url: string): string[] {
  const path = url.split('?', 1)[0]!.replace(/^\/h5(?=\/)/, '')
  const at = (address: string) => Object.keys(first.pages).filter((pattern) => patternOf(pattern).test(address))
  const found = at(path)
  return found.length > 0 ? found : at(home)
}

/** What begins a visit of these screens. */
export function startAt({ starts }: PageText, screens: readonly string[]): Start {
  return starts[screens.find((pattern) => pattern in starts) ?? '']!
}

/** The words of the visitor's language, and the code and words of screens. */
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

/** Of a pattern such as `/files/:space/:id?`. */
function patternOf(pattern: string): RegExp {
  return new RegExp(
    `^${pattern.replace(/\/:\w+(\?)?/g, (_, optional?: string) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))}/?$`,
  )
}
