import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const userFolder = 'wxfile://usr'
const temporary = 'wxfile://tmp_'

export type FileSource = { disk: string } | { data: Uint8Array | string } | { size: number }

/** The files that the app can reach: temporary ones and its own folder, in a folder of this machine that the host removes at its end. */
export class DiskFiles {
  private readonly root = mkdtempSync(path.join(tmpdir(), 'weapp-'))
  private count = 0
  /** No file has room to grow. */
  isFull = false

  /** @param left files that an earlier run left in the app's own folder */
  constructor(left: Record<string, Uint8Array> = {}) {
    mkdirSync(path.join(this.root, 'usr'))
    for (const [name, bytes] of Object.entries(left)) writeFileSync(path.join(this.root, 'usr', name), bytes)
  }

  /** The files in the app's own folder, by name. */
  get own(): Record<string, Uint8Array> {
    const folder = path.join(this.root, 'usr')
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]))
  }

  /** A new temporary path like WeChat's: without an extension unless one is given. */
  newTemporary(extension = ''): string {
    this.count += 1
    return `${temporary}${this.count.toString(16).padStart(8, '0')}${extension}`
  }

  /** Where a path of the app lies on this machine, or null when the app may not reach it. */
  diskPath(appPath: unknown): string | null {
    if (typeof appPath !== 'string') return null
    const inside = appPath.startsWith(temporary) || appPath.startsWith(`${userFolder}/`)
    const disk = path.join(this.root, appPath.slice('wxfile://'.length))
    return inside && disk.startsWith(this.root + path.sep) ? disk : null
  }

  isWritable(appPath: unknown): boolean {
    return typeof appPath === 'string' && appPath.startsWith(`${userFolder}/`) && this.diskPath(appPath) !== null
  }

  /** Puts a file where the app finds it; only a `size` makes a sparse file of zeros. */
  add(source: FileSource, extension = ''): string {
    const appPath = this.newTemporary(extension)
    const disk = this.diskPath(appPath) as string
    if ('disk' in source) copyFileSync(source.disk, disk)
    else writeFileSync(disk, 'data' in source ? source.data : '')
    if ('size' in source) truncateSync(disk, source.size)
    return appPath
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
