import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Realm } from './Realm'

/** The app's files as WeChat requires them: by relative path, each once, and never out of another sub-package. */
export class Modules {
  private readonly loaded = new Map<string, { exports: unknown }>()

  constructor(
    private readonly root: string,
    private readonly realm: Realm,
    private readonly subPackages: string[],
  ) {}

  /** Runs a file (no `.js`, relative to the root) unless it has run before, and gives its exports. */
  load(name: string): unknown {
    const known = this.loaded.get(name)
    if (known) return known.exports
    const module = { exports: this.realm.make.object() as unknown }
    this.loaded.set(name, module)
    const file = path.join(this.root, `${name}.js`)
    this.realm.runModule(readFileSync(file, 'utf8'), file, (target) => this.require(name, target), module)
    return module.exports
  }

  private require(from: string, target: string): unknown {
    const name = path.posix.join(target.startsWith('/') ? '' : path.posix.dirname(from), target).replace(/^\/|\.js$/g, '')
    const owner = this.packageOf(name)
    if (owner && owner !== this.packageOf(from)) throw new Error(`${from}.js requires ${name}.js, which lies in the sub-package ${owner}`)
    return this.load(name)
  }

  private packageOf(name: string): string | undefined {
    return this.subPackages.find((root) => name.startsWith(`${root}/`))
  }
}
