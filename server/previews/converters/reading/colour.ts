import hljs from 'highlight.js/lib/common'
import dos from 'highlight.js/lib/languages/dos'
import latex from 'highlight.js/lib/languages/latex'
import powershell from 'highlight.js/lib/languages/powershell'
import { Parser } from 'htmlparser2'
import type { CodeColour, ReadingRun } from '@/contract/previews/reading'

hljs.registerLanguage('dos', dos)
hljs.registerLanguage('latex', latex)
hljs.registerLanguage('powershell', powershell)

/** The languages of extensions that are no name of a language themselves. */
const languages = new Map(
  Object.entries({
    bat: 'dos',
    conf: 'ini',
    geojson: 'json',
    gpx: 'xml',
    htm: 'xml',
    jsonc: 'json',
    jsonl: 'json',
    kml: 'xml',
    m: 'objectivec',
    ndjson: 'json',
    po: 'ini',
    properties: 'ini',
    ps1: 'powershell',
    rst: 'markdown',
    tex: 'latex',
    vue: 'xml',
    xsd: 'xml',
    xsl: 'xml',
  }),
)
/** Data and logs in which colours would only guess. */
const PLAIN = new Set(['log', 'csv', 'tsv', 'lrc', 'ass', 'nfo', 'ics', 'vcf', 'cfg', 'reg', 'm3u', 'cue'])
/** Characters that are coloured, and of a line beyond which a text is made by a program. */
const MOST = { text: 512 * 1024, line: 2000 }

/** The colours of the library's names. Other names have none. */
const colours: Record<string, CodeColour> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  literal: 'number',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  comment: 'comment',
  quote: 'comment',
  title: 'name',
  section: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  'selector-id': 'name',
  'selector-class': 'name',
  built_in: 'type',
  type: 'type',
  class: 'type',
  meta: 'meta',
  doctag: 'meta',
  addition: 'added',
  deletion: 'removed',
}

/** The language of a file by its extension, or of a block of Markdown by its name; null if it is shown without colours. */
export function languageOf(name: string): string | null {
  const lower = name.toLowerCase()
  const language = languages.get(lower) ?? lower
  return !PLAIN.has(lower) && hljs.getLanguage(language) ? language : null
}

/** Whether a text is coloured: neither too long nor with lines that only programs write. */
export function isColourable(text: string): boolean {
  return text.length <= MOST.text && !text.split('\n').some(({ length }) => length > MOST.line)
}

/** The lines of code in colours. The library writes HTML, which is read here and never sent. */
export function colourLines(text: string, language: string): ReadingRun[][] {
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true })
  const lines: ReadingRun[][] = [[]]
  const open: (CodeColour | undefined)[] = []
  const parser = new Parser(
    {
      onopentag: (_, { class: names = '' }) => {
        const name = /^hljs-([\w-]+)/.exec(names)?.[1] ?? ''
        open.push(colours[name] ?? open.at(-1))
      },
      onclosetag: () => {
        open.pop()
      },
      ontext: (part) => addText(lines, part, open.at(-1)),
    },
    { decodeEntities: true },
  )
  parser.write(value)
  parser.end()
  return lines
}

/** Adds text to the last line. Parts in one colour become one run. */
function addText(lines: ReadingRun[][], text: string, colour: CodeColour | undefined): void {
  text.split('\n').forEach((part, at) => {
    if (at > 0) lines.push([])
    if (part === '') return
    const line = lines.at(-1)!
    const last = line.at(-1)
    if (last !== undefined && last.colour === colour) last.text += part
    else line.push({ text: part, ...(colour !== undefined && { colour }) })
  })
}
