import { posix } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openZip, type OpenZip } from '../archive/zipFile'
import { readTags } from '../tags'
import { NoPreview } from '../task'

const MiB = 1024 * 1024
/** Entries of a document; unpacked bytes of its text, of another part of XML, and of a picture. */
const MOST = { entries: 20_000, text: 128 * MiB, part: 16 * MiB, picture: 24 * MiB }

interface Relation {
  type: string
  target: string
  isExternal: boolean
}

class Enough extends Error {}

/** The parts of a document of Word. Nothing outside the file is read. */
export class DocxParts {
  private readonly places: Map<string, number>

  private constructor(private readonly zip: OpenZip) {
    this.places = new Map(
      zip.entries.flatMap(({ name, isFolder }, at) => (isFolder ? [] : [[name.replace(/^\//, ''), at]])),
    )
  }

  /** Throws NoPreview: extension_not_correct for a file that is no package, too_large, office_encrypted. */
  static async open(path: string): Promise<DocxParts> {
    const zip = await openZip(path).catch((error: unknown) => {
      if (error instanceof NoPreview && error.reason === 'failure')
        throw new NoPreview('extension_not_correct', error.message)
      throw error
    })
    if (zip.fault) throw zip.fault
    if (zip.entries.length > MOST.entries) throw new NoPreview('too_large', `${zip.entries.length} entries`)
    if (zip.entries.some(({ isEncrypted }) => isEncrypted)) throw new NoPreview('office_encrypted', 'an encrypted part')
    return new DocxParts(zip)
  }

  has(part: string): boolean {
    return this.places.has(part)
  }

  /** The name of the part that has the text. Throws NoPreview extension_not_correct without such a part. */
  async main(): Promise<string> {
    const relations = [...(await this.relationsOf('')).values()]
    const named = relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'word/document.xml'
    if (!this.has(named)) throw new NoPreview('extension_not_correct', 'no document of Word')
    return named
  }

  /** The relations of a part, by their id; of the whole package for ''. */
  async relationsOf(part: string): Promise<Map<string, Relation>> {
    const folder = posix.dirname(part)
    const name = part === '' ? '_rels/.rels' : `${folder}/_rels/${posix.basename(part)}.rels`
    const relations = new Map<string, Relation>()
    readTags((await this.text(name)) ?? '', (tag, attributes) => {
      const { Id: id, Target: target, Type: type = '', TargetMode: mode } = attributes
      if (tag !== 'Relationship' || id === undefined || target === undefined) return
      const isExternal = mode === 'External'
      const inside = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      relations.set(id, { type, target: isExternal ? target : inside, isExternal })
    })
    return relations
  }

  /** A part of XML; null if it is missing or too large. */
  async text(part: string): Promise<string | null> {
    return (await this.bytes(part, MOST.part))?.toString() ?? null
  }

  /** A picture; null if it is missing or too large. */
  picture(part: string): Promise<Buffer | null> {
    return this.bytes(part, MOST.picture)
  }

  /** Passes a part on while `write` wants more. Throws NoPreview too_large, failure. */
  async pass(part: string, write: (chunk: Buffer) => boolean): Promise<void> {
    const at = this.places.get(part)!
    if (this.zip.entries[at]!.size > MOST.text) throw new NoPreview('too_large', `${part} unpacks to too many bytes`)
    const reader = () =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          try {
            done(write(chunk) ? null : new Enough())
          } catch (error) {
            done(error as Error)
          }
        },
      })
    await this.zip
      .writeEntry(at, (bytes, ...through) => pipeline([bytes, ...through, reader()]))
      .catch((error: unknown) => {
        if (!(error instanceof Enough)) throw error
      })
  }

  private async bytes(part: string, most: number): Promise<Buffer | null> {
    const at = this.places.get(part)
    if (at === undefined || this.zip.entries[at]!.size > most) return null
    const chunks: Buffer[] = []
    await this.pass(part, (chunk) => chunks.push(chunk) > 0)
    return Buffer.concat(chunks)
  }
}
