import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import { compileStyles, compileTemplates, filesBelow } from './compilers'

/** bytes; WeChat refuses a larger package */
export const packageLimit = 2 * 1024 * 1024
/** bytes; all packages of one mini-program together */
export const totalLimit = 30 * 1024 * 1024

export interface PackageSize {
  /** The folder of the sub-package, or `main`. */
  name: string
  bytes: number
}

export interface GateReport {
  packages: PackageSize[]
  /** One line per problem, with its file; empty when the build may pass. */
  problems: string[]
}

const notUploaded = ['.map', '.LICENSE.txt']

function problemsOf(files: string[], check: (file: string) => void): string[] {
  return files.flatMap((file) => {
    try {
      check(file)
      return []
    } catch (error) {
      return [`${file}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}

function checkSyntax(root: string, file: string): void {
  const source = readFileSync(path.join(root, file), 'utf8')
  new Script(`(function (require, module, exports) {${source}\n})`, { filename: file })
}

function subPackageRoots(root: string): string[] {
  const app = JSON.parse(readFileSync(path.join(root, 'app.json'), 'utf8'))
  const list: { root: string }[] = app.subPackages ?? app.subpackages ?? []
  return list.map((entry) => entry.root.replace(/^\/|\/$/g, ''))
}

/** Bytes of every package of a build as WeChat counts them: no source maps, no licence texts. */
export function packageSizes(root: string): PackageSize[] {
  const roots = subPackageRoots(root)
  const sizes = new Map(['main', ...roots].map((name) => [name, 0]))
  for (const file of filesBelow(root, [''])) {
    const found = statSync(path.join(root, file))
    if (!found.isFile() || notUploaded.some((ending) => file.endsWith(ending))) continue
    const name = roots.find((candidate) => file.startsWith(`${candidate}/`)) ?? 'main'
    sizes.set(name, (sizes.get(name) ?? 0) + found.size)
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes }))
}

function sizeProblems(packages: PackageSize[]): string[] {
  const heavy = packages.filter((entry) => entry.bytes > packageLimit)
  const total = packages.reduce((sum, entry) => sum + entry.bytes, 0)
  return [
    ...heavy.map((entry) => `package ${entry.name}: ${entry.bytes} bytes, WeChat takes ${packageLimit}`),
    ...(total > totalLimit ? [`all packages: ${total} bytes, WeChat takes ${totalLimit}`] : []),
  ]
}

/** Checks what can be known of a build without running it: templates, styles, scripts, sizes. */
export function checkBuild(root: string): GateReport {
  const packages = packageSizes(root)
  return {
    packages,
    problems: [
      ...problemsOf(['templates'], () => compileTemplates(root)),
      ...problemsOf(filesBelow(root, ['.wxss']), (file) => compileStyles(root, file)),
      ...problemsOf(filesBelow(root, ['.js']), (file) => checkSyntax(root, file)),
      ...problemsOf(filesBelow(root, ['.json']), (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))),
      ...sizeProblems(packages),
    ],
  }
}

/** The sizes as lines for a terminal. */
export function sizeTable(packages: PackageSize[]): string {
  const width = Math.max(...packages.map((entry) => entry.name.length))
  return packages
    .map((entry) => `${entry.name.padEnd(width)}  ${(entry.bytes / 1024).toFixed(1).padStart(8)} KB`)
    .join('\n')
}
