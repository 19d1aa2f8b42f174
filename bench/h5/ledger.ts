import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { KB } from '../measurement'

const folder = 'dist/ledger'

interface Entry {
  name: string
  /** bytes of minified code */
  code: number
  /** The code's share of its file's gz bytes. */
  gzip: number
  /** The file that first imports it. */
  because: string
}

/** Builds the web client again with source maps, and prints the size of each module of the first page. */
export function printLedger(): void {
  const { status } = spawnSync('npm', ['run', 'build:h5'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SATCHEL_LEDGER: '1' },
  })
  if (status !== 0) throw new Error('the web client could not be built')
  const entries = firstFiles().flatMap(entriesOf)
  console.log(ledgerOf(entries).join('\n'))
}

/** Scripts that the page loads by itself, and the texts of one language. */
function firstFiles(): string[] {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, address]) => address!)
  const words = readdirSync(path.join(folder, 'js')).find((name) => /^words-zh-CN\..*\.js$/.test(name))
  return [...scripts, ...(words ? [`/js/${words}`] : [])]
}

function entriesOf(address: string): Entry[] {
  const file = path.join(folder, address)
  const text = readFileSync(file, 'utf8')
  // A script from a build's cache has no map.
  const sizes = existsSync(`${file}.map`)
    ? bytesBySource(text, JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    : new Map([[path.basename(file), Buffer.byteLength(text)]])
  const share = gzipSync(text, { level: 9 }).length / Buffer.byteLength(text)
  const issuers = issuersOf()
  return [...sizes].map(([name, code]) => ({ name, code, gzip: code * share, because: issuers.get(name) ?? '' }))
}

/** Counts each character of a script for its module. */
function bytesBySource(text: string, payload: ConstructorParameters<typeof SourceMap>[0]): Map<string, number> {
  const map = new SourceMap(payload)
  const sizes = new Map<string, number>()
  text.split('\n').forEach((line, row) => {
    let column = 0
    for (const character of line) {
      const found = map.findEntry(row, column)
      const name = 'originalSource' in found ? shortName(found.originalSource) : 'webpack'
      sizes.set(name, (sizes.get(name) ?? 0) + Buffer.byteLength(character))
      column += character.length
    }
  })
  return sizes
}

function issuersOf(): Map<string, string> {
  const issuers: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'issuers.json'), 'utf8'))
  return new Map(Object.entries(issuers).map(([name, issuer]) => [shortName(name), shortName(issuer)]))
}

function shortName(source: string): string {
  return (
    source
      .replace(/^webpack:\/\/[^/]*\//, '')
      .replace(/\?.*$/, '')
      .replace(`${process.cwd()}/`, '')
      .replace(/^\.\//, '')
      .replace(/^.*node_modules\//, '~')
      // Taro's own maps lack the name of the package.
      .replace(/^\.\.\/src\//, '~@tarojs/…/')
  )
}

/** Largest first, after the sums of packages and rooms. */
function ledgerOf(entries: readonly Entry[]): string[] {
  const rooms = new Map<string, number>()
  for (const { name, gzip } of entries) rooms.set(roomOf(name), (rooms.get(roomOf(name)) ?? 0) + gzip)
  const sums = [...rooms].sort(([, one], [, other]) => other - one)
  const heaviest = [...entries].sort((one, other) => other.gzip - one.gzip)
  const total = entries.reduce((sum, { gzip }) => sum + gzip, 0)
  return [
    `KB gz of scripts on the first page: ${(total / KB).toFixed(1)}`,
    ...sums.map(([room, gzip]) => `${kilobytes(gzip)}  ${room}`),
    '',
    'KB gz, bytes, module, first imported by',
    ...heaviest.map(
      ({ name, code, gzip, because }) => `${kilobytes(gzip)} ${String(code).padStart(7)}  ${name}  ← ${because}`,
    ),
  ]
}

function roomOf(name: string): string {
  const [, found] = /^(~(?:@[^/]+\/)?[^/]+|src\/[^/]+)/.exec(name) ?? []
  return found ?? name
}

function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(2).padStart(7)
}
