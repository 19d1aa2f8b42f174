import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface AppJson {
  pages: string[]
  subPackages?: { root: string; pages: string[] }[]
  subpackages?: { root: string; pages: string[] }[]
  usingComponents?: Record<string, string>
  darkmode?: boolean
}

/** The JSON files of a build. */
export class AppConfig {
  readonly pages: string[]
  readonly subPackages: string[]
  readonly darkMode: boolean
  private readonly shared: Record<string, string>

  constructor(private readonly root: string) {
    if (!existsSync(path.join(root, 'app.json')))
      throw new Error(`${root} has no app.json: build the mini-program first`)
    const app = this.read('app.json') as unknown as AppJson
    const packages = (app.subPackages ?? app.subpackages ?? []).map((entry) => ({
      ...entry,
      root: entry.root.replace(/^\/|\/$/g, ''),
    }))
    this.subPackages = packages.map((entry) => entry.root)
    this.pages = [
      ...app.pages,
      ...packages.flatMap((entry) => entry.pages.map((page) => path.posix.join(entry.root, page))),
    ]
    this.darkMode = app.darkmode === true
    this.shared = app.usingComponents ?? {}
  }

  /** The components that a page or component names: tag → path without extension, relative to the root. */
  componentsOf(name: string): Record<string, string> {
    const own = (this.read(`${name}.json`).usingComponents ?? {}) as Record<string, string>
    const resolve = (from: string, target: string) =>
      target.startsWith('/') ? target.slice(1) : path.posix.join(path.posix.dirname(from), target)
    const entries = (from: string, list: Record<string, string>) =>
      Object.entries(list).map(([tag, target]) => [tag, resolve(from, target)])
    return Object.fromEntries([...entries('app', this.shared), ...entries(name, own)])
  }

  private read(file: string): Record<string, unknown> {
    const full = path.join(this.root, file)
    return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')) : {}
  }
}
