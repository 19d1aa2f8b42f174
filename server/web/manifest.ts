import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { HOME, readPath, withoutBase } from '@/domain/addresses'
import type { RequestContext } from '../http/handler'

const Files = Type.Array(Type.String())
/** By `language`, in some tables also by `wording-language`. */
const FilesByLanguage = Type.Record(Type.String(), Files)
/** An inline script, and its source in the content security policy. */
const Script = Type.Object({ text: Type.String(), hash: Type.String() })

/** The file with which config/firstPage describes a build of the web client. */
const Manifest = Type.Object({
  /** The data of a visit follow `before`, the script that begins the visit follows `after`. */
  page: Type.Object({ before: Type.String(), scripts: Files, after: Type.String(), end: Type.String() }),
  /** The texts of the first page. */
  words: FilesByLanguage,
  /** The texts of rows, keyed like `words`. */
  rowWords: Type.Record(Type.String(), Type.Object({})),
  /** By the pattern of the screen's address, such as `/share/:code`; `preview` for a file over any screen, `console` for the console without its list of people. */
  screens: Type.Record(
    Type.String(),
    Type.Object({
      files: Files,
      words: FilesByLanguage,
      /** Begins a visit before the app's code has loaded. */
      start: Type.Optional(Script),
    }),
  ),
  /** Draws the last list before the server answers; only in a shell (AH-28). */
  kept: Type.Optional(Script),
  /** The script that begins a page offline. */
  offlineStart: Type.Optional(Type.String()),
  /** Files that a list needs offline; '' for every language. */
  offline: FilesByLanguage,
})

export type Manifest = Static<typeof Manifest>
export type Script = Static<typeof Script>

export const MANIFEST_FILE = 'first-page.json'

export interface Build extends Manifest {
  /** A hash of the manifest, which names all files of its build by their hashes. */
  id: string
}

/** Reads the manifest again after each build and then calls `onRead`. */
export function buildReader(path: string, onRead: () => void): () => Build | null {
  let known: { build: Build; modified: number } | null = null
  return () => {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return null
    if (known?.modified !== modified) {
      const text = readFileSync(path, 'utf8')
      const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
      const manifest: unknown = JSON.parse(text)
      // Not `Parse`, which removes the texts of rows: the schema does not list them.
      Value.Assert(Manifest, manifest)
      known = { build: { ...manifest, id }, modified }
      onRead()
    }
    return known.build
  }
}

/** The patterns of the screens at an address. */
export function screensAt({ screens }: Build, url: string): string[] {
  const path = withoutBase(url.split('?', 1)[0]!)
  const at = (address: string) => Object.keys(screens).filter((pattern) => readPath(pattern, address))
  const found = at(path)
  return found.length > 0 ? found : at(HOME)
}

/** The script that begins a visit of these screens. */
export function startAt({ screens }: Build, names: readonly string[]): Script | undefined {
  return names.map((name) => screens[name]?.start).find(Boolean)
}

/** The texts in the visitor's language, and the code and texts of the screens. */
export function filesOf(
  { words, screens }: Build,
  names: readonly string[],
  { language, wording }: Pick<RequestContext, 'language' | 'wording'>,
): string[] {
  return [
    words[language],
    words[`${wording}-${language}`],
    ...names.flatMap((name) => [screens[name]?.files, screens[name]?.words[language]]),
  ].flatMap((files) => files ?? [])
}
