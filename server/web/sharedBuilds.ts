import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { S3Bucket } from '../storage/s3/S3Bucket'

/* Objects: `web/files/NAME` is a file of a build, `web/builds/ID` lists the files of a build. */
const FILES = 'web/files/'
const BUILDS = 'web/builds/'
/** Names of which no store needs to escape a character. */
const plain = /^[\w.-]+(\/[\w.-]+)*$/
/** ms for which the list of stored files is known. Requests for files that do not exist ask the store no more often. */
const LIST_LIFETIME = 10_000

/** The files of recent builds in the store: during an update, a process of one release is asked for files of another. */
export class SharedBuilds {
  private listed: { names: Set<string>; at: number } | undefined
  private listing: Promise<Set<string>> | undefined

  constructor(
    private readonly bucket: S3Bucket,
    /** of this machine, for fetched files */
    private readonly folder: string,
  ) {}

  /** Stores the files of a build that the store lacks. @param names of files with a hash of their content */
  async add(from: string, names: readonly string[]): Promise<void> {
    const list = JSON.stringify([...names].sort())
    // The list first: it keeps other processes from removing the files.
    await this.bucket.put(BUILDS + createHash('sha256').update(list).digest('hex').slice(0, 32), Buffer.from(list))
    const known = await this.list()
    for (const name of names) {
      if (plain.test(name) && !known.has(name)) await this.bucket.put(FILES + name, await readFile(join(from, name)))
    }
  }

  /** Removes the files that no build contains whose list is newer than a time. */
  async removeBefore(time: Date): Promise<void> {
    const kept = new Set<string>()
    for await (const { name, modified } of this.bucket.list(BUILDS)) {
      if (modified < time) await this.bucket.delete(name)
      else for (const each of JSON.parse((await this.bucket.get(name)) ?? '[]') as string[]) kept.add(each)
    }
    for await (const { name, modified } of this.bucket.list(FILES))
      if (modified < time && !kept.has(name.slice(FILES.length))) await this.bucket.delete(name)
  }

  /** Copies a file and its compressed forms to the folder. @returns whether the store has the file */
  async fetch(name: string): Promise<boolean> {
    if (!plain.test(name)) return false
    const names = await this.list()
    if (!names.has(name)) return false
    for (const each of [`${name}.br`, `${name}.gz`, name]) if (names.has(each)) await this.fetchOne(each)
    return existsSync(join(this.folder, name))
  }

  private async fetchOne(name: string): Promise<void> {
    const to = join(this.folder, name)
    if (existsSync(to)) return
    const bytes = await this.bucket.getBytes(FILES + name)
    if (bytes === null) return
    await mkdir(dirname(to), { recursive: true })
    const part = `${to}.${randomBytes(8).toString('hex')}.part`
    await writeFile(part, bytes)
    await rename(part, to)
  }

  private async list(): Promise<Set<string>> {
    if (this.listed && Date.now() - this.listed.at < LIST_LIFETIME) return this.listed.names
    this.listing ??= this.readList().finally(() => (this.listing = undefined))
    return this.listing
  }

  private async readList(): Promise<Set<string>> {
    const names = new Set<string>()
    for await (const { name } of this.bucket.list(FILES)) names.add(name.slice(FILES.length))
    this.listed = { names, at: Date.now() }
    return names
  }
}
