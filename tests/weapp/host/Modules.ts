import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Realm } from './Realm'

/** The app's files as WeChat requires them: by relative path, each once, and out of another sub-package only by `require.async`. */
export class Modules {
  private readonly loaded = new Map<string, { exports: unknown }>()

  constructor(
    private readonly root: string,
    private readonly realm: Realm,
    private readonly subPackages: string[],
    /** Sub-packages that WeChat cannot fetch now. */
    readonly missing: Set<string>,
  ) {}

  /** Runs a file (no `.js`, relative to the root) unless it has run before, and returns its exports. */
  load(name: string): unknown {
    const known = this.loaded.get(name)
    if (known) return known.exports
    const module = { exports: this.realm.make.object() as unknown }
    this.loaded.set(name, module)
    const file = path.join(this.root, `${name}.js`)
    this.realm.runModule(readFileSync(file, 'utf8'), file, this.requireOf(name), module)
    return module.exports
  }

  /** `require` of one file, with `require.async`, which fetches a sub-package first. */
  private requireOf(from: string): (target: string) => unknown {
    const require = (target: string) => this.require(from, target)
    const async = (target: string) =>
      this.realm.make.promise((resolve, reject) =>
        setImmediate(() => {
          const name = resolved(from, target)
          const owner = this.packageOf(name)
          if (owner && this.missing.has(owner)) return reject(this.realm.make.object())
          resolve(this.load(name))
        }),
      )
    return Object.assign(require, { async })
  }

  private require(from: string, target: string): unknown {
    const name = resolved(from, target)
    const owner = this.packageOf(name)
    if (owner && owner !== this.packageOf(from))
      throw new Error(`${from}.js requires ${name}.js, which lies in the sub-package ${owner}`)
    return this.load(name)
  }

  private packageOf(name: string): string | undefined {
    return this.subPackages.find((root) => name.startsWith(`${root}/`))
  }
}

function resolved(from: string, target: string): string {
  return path.posix.join(target.startsWith('/') ? '' : path.posix.dirname(from), target).replace(/^\/|\.js$/g, '')
}
