import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Token } from 'marked'
import { openZip, type OpenZip } from '../archive/zipFile'
import { NoPreview } from '../task'
import { decodeText } from '../text/decodeText'
import { heading, NO_TEXT, paragraph, PART_MISSING, quietWords, rule, TEXT_LIMIT, words, type Blocks } from './blocks'
import { blocksOfHtml } from './HtmlBlocks'
import { readPackage, readRootfile, readScrambled, type BookPart } from './bookPackage'

const MiB = 1024 * 1024
/** unpacked bytes of one part, and of all parts that are read */
const LIMITS = { part: 16 * MiB, all: 128 * MiB }
const PAGES = /^(application\/xhtml\+xml|text\/html|text\/x-oeb1-document|application\/xml|text\/xml)$/

/** Declarations of entities, which are never resolved. */
const DECLARATIONS = /<!DOCTYPE[^[>]{0,500}\[[^\]]{0,10000}\]\s*>/i

/**
 * The blocks of a book (EPUB), its parts in the order of reading. Nothing of it is run or fetched. A part that is missing or damaged is named as
 * missing. Throws NoPreview: empty, extension_not_correct, office_encrypted for a book that only its shop's programs open, failure.
 */
export async function readEpub(path: string): Promise<Blocks> {
  if ((await stat(path)).size === 0) throw new NoPreview('empty', 'no bytes')
  const book = await Book.open(path)
  const rootfile = await book.rootfile()
  const { title, creators, parts } = readPackage(await book.text(rootfile), rootfile)
  const scrambled = await book.scrambled()
  if (parts.length > 0 && parts.every(({ path: part }) => scrambled.has(part)))
    throw new NoPreview('office_encrypted', 'its parts are encrypted')
  const body = await readParts(book, parts, scrambled)
  const tokens = body.tokens.length === 0 ? [paragraph([quietWords(NO_TEXT)])] : body.tokens
  return { tokens: [...frontOf(title, creators), ...tokens], isCut: body.isCut }
}

function frontOf(title: string, creators: readonly string[]): Token[] {
  return [
    ...(title === '' ? [] : [heading(1, [words(title)])]),
    ...(creators.length === 0 ? [] : [paragraph([words(creators.join(', '))])]),
    ...(title === '' && creators.length === 0 ? [] : [rule]),
  ]
}

async function readParts(book: Book, parts: readonly BookPart[], scrambled: ReadonlySet<string>): Promise<Blocks> {
  const tokens: Token[] = []
  let left = TEXT_LIMIT
  for (const { path, type } of parts) {
    const before = tokens.length
    const part = PAGES.test(type) && !scrambled.has(path) ? await book.blocks(path, left) : pictureOf(path, type)
    if (before > 0 && part.tokens.length > 0 && part.tokens[0]!.type !== 'heading') tokens.push(rule)
    for (const token of part.tokens) tokens.push(token)
    left -= part.tokens.reduce((sum, token) => sum + lengthOf(token), 0)
    if (part.isCut || left <= 0) return { tokens, isCut: true }
  }
  return { tokens, isCut: false }
}

/** A part that is a picture is named, as pictures within a part are. */
function pictureOf(path: string, type: string): Blocks {
  const name = path.split('/').at(-1) ?? ''
  const token = type.startsWith('image/')
    ? { type: 'image', raw: name, text: name, href: '' }
    : quietWords(PART_MISSING)
  return { tokens: [paragraph([token as Token])], isCut: false }
}

function lengthOf(token: Token): number {
  const within = 'items' in token && Array.isArray(token.items) ? (token.items as Token[]) : []
  const tokens = 'tokens' in token && token.tokens ? token.tokens : within
  return tokens.length === 0 ? token.raw.length : tokens.reduce((sum, each) => sum + lengthOf(each), 0)
}

/** The files of a book. */
class Book {
  private left = LIMITS.all
  private readonly places: Map<string, number>

  private constructor(private readonly zip: OpenZip) {
    this.places = new Map(
      zip.entries.flatMap(({ name, isFolder }, at) => (isFolder ? [] : [[name.normalize('NFC'), at]])),
    )
  }

  static async open(path: string): Promise<Book> {
    try {
      return new Book(await openZip(path))
    } catch (error) {
      if (error instanceof NoPreview && error.reason === 'failure')
        throw new NoPreview('extension_not_correct', error.message)
      throw error
    }
  }

  async rootfile(): Promise<string> {
    const named = this.places.has('META-INF/container.xml')
      ? readRootfile(await this.text('META-INF/container.xml'))
      : null
    const found =
      named !== null && this.places.has(named) ? named : [...this.places.keys()].find((name) => name.endsWith('.opf'))
    if (found === undefined) throw new NoPreview('extension_not_correct', 'no package of a book')
    return found
  }

  /** The parts that are encrypted. */
  async scrambled(): Promise<Set<string>> {
    const name = 'META-INF/encryption.xml'
    return this.places.has(name) ? readScrambled(await this.text(name)) : new Set()
  }

  async blocks(path: string, most: number): Promise<Blocks> {
    try {
      return blocksOfHtml((await this.text(path)).replace(DECLARATIONS, ''), { namesPictures: true, most })
    } catch (error) {
      if (!(error instanceof NoPreview)) throw error
      return { tokens: [paragraph([quietWords(PART_MISSING)])], isCut: false }
    }
  }

  /** The text of a file. Throws NoPreview: failure, not_support, too_large, extension_not_correct. */
  async text(path: string): Promise<string> {
    const at = this.places.get(path.normalize('NFC'))
    const entry = at === undefined ? undefined : this.zip.entries[at]
    if (at === undefined || entry === undefined) throw new NoPreview('failure', `${path} is missing`)
    if (entry.isEncrypted) throw new NoPreview('office_encrypted', 'it opens with a password only')
    if (entry.size > LIMITS.part || entry.size > this.left)
      throw new NoPreview('too_large', `${entry.size} bytes of ${path}`)
    this.left -= entry.size
    let bytes = Buffer.alloc(0)
    await this.zip.writeEntry(at, async (source, ...through) => {
      const end = new PassThrough()
      ;[, bytes] = await Promise.all([pipeline([source, ...through, end]), buffer(end)])
    })
    return decodeText(bytes)
  }
}
