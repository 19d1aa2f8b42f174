import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const packageRoot = path.dirname(createRequire(import.meta.url).resolve('miniprogram-compiler/package.json'))
const folders: Partial<Record<NodeJS.Platform, string>> = { darwin: 'mac', linux: 'linux', win32: 'windows' }
const outputLimit = 256 << 20

/** Paths of all files below `root` that end in one of `endings`, relative to it, with `/`, in a stable order. */
export function filesBelow(root: string, endings: string[]): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .sort()
}

/** Runs one of WeChat's own compilers in `root`. Throws its output when it refuses its input. */
function compile(name: 'wcc' | 'wcsc', root: string, args: string[]): string {
  const folder = folders[process.platform]
  if (!folder) throw new Error(`WeChat's compilers do not run on ${process.platform}`)
  const binary = path.join(packageRoot, 'bin', folder, process.platform === 'win32' ? `${name}.exe` : name)
  chmodSync(binary, 0o755)
  const run = spawnSync(binary, args, { cwd: root, maxBuffer: outputLimit, encoding: 'utf8' })
  if (run.error) throw run.error
  if (run.status !== 0) throw new Error(`${name}: ${run.stderr.trim() || `exit code ${run.status}`}`)
  return run.stdout
}

/** wcc's arguments about custom components: the number of templates that use some, then each with its count and tags. */
function componentArguments(root: string, templates: string[]): string {
  const users = templates.flatMap((file) => {
    const config = path.join(root, file.replace(/\.wxml$/, '.json'))
    const tags = existsSync(config) ? Object.keys(JSON.parse(readFileSync(config, 'utf8')).usingComponents ?? {}) : []
    return tags.length ? [[file, tags.length, ...tags]] : []
  })
  return [users.length, ...users.flat()].join(' ')
}

/** Compiles every template of a build with wcc; returns the source of the function `$gwx`. Throws the compiler's message. */
export function compileTemplates(root: string): string {
  const templates = filesBelow(root, ['.wxml'])
  const sources = [...templates, ...filesBelow(root, ['.wxs'])]
  return compile('wcc', root, ['-d', '-cc', componentArguments(root, templates), ...sources, '-gn', '$gwx'])
}

/** All style sheets that one imports, directly or indirectly. The compiler reports missing ones. */
function importedStyles(root: string, file: string, found = new Set<string>()): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  for (const [, target = ''] of source.matchAll(/@import\s+["']([^"']+)["']/g)) {
    const name = target.startsWith('/') ? target.slice(1) : path.posix.join(path.posix.dirname(file), target)
    if (name === file || found.has(name) || !existsSync(path.join(root, name))) continue
    found.add(name)
    importedStyles(root, name, found)
  }
  return [...found]
}

/** Compiles one style sheet of a build with wcsc. Throws the compiler's message, which names file, line and column. */
export function compileStyles(root: string, file: string): string {
  return compile('wcsc', root, ['-db', '-pc', '1', file, ...importedStyles(root, file)])
}
