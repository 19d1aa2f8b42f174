import type { Parser } from 'htmlparser2'
import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { isSafeLink, weightOf } from '@/domain/previews/readingBlocks'
import { cutRuns } from '../reading/flatten'
import { attributeOf, tagParser } from '../tags'
import { headingOf, levelOf, type DocxLists, type DocxStyles } from './docxStyles'
import { DocxTable } from './DocxTable'
import { Paragraph } from './Paragraph'

/** Tables within one another that stay tables, and characters of an address and of a description. */
const MOST = { tables: 4, link: 2000, text: 200 }
/** The type of a break that only ends a line, and no page. */
const LINE = 'textWrapping'
/** Characters and runs of a paragraph that are gathered before they become a block. */
const GATHERED = { divided: 64 * 1024, undivided: 1024 * 1024 }
/** English Metric Units per px */
const EMU = 9525
/** Elements that are not shown: what a newer program shows otherwise, what was moved away or deleted, how it looked before, and readings of words. */
const SKIPPED = new Set([
  'Fallback',
  'moveFrom',
  'del',
  'pPrChange',
  'rPrChange',
  'tblPrChange',
  'trPrChange',
  'tcPrChange',
  'rt',
])

export interface DocxContext {
  styles: DocxStyles
  lists: DocxLists
  /** The addresses of links outside the document, by relation. */
  links: ReadonlyMap<string, string>
  /** Weight after which nothing more is read. */
  most: number
  /** Whether paragraphs up to 1 MiB, and tables, stay one block, with all their text. */
  isUndivided: boolean
}

/** Turns the XML of a document's text, or of its notes, into blocks, while it arrives. The address of a picture is its relation. */
export class DocxBlocks {
  readonly blocks: ReadingBlock[] = []
  private readonly parser: Parser
  /** The names of the open elements. */
  private readonly names: string[] = []
  /** The number of open elements when a skipped one began; null outside. */
  private skippedFrom: number | null = null
  private readonly paragraphs: Paragraph[] = []
  private readonly runs: (Omit<ReadingRun, 'text'> & { isHidden?: true })[] = []
  private readonly links: (string | undefined)[] = []
  private readonly tables: DocxTable[] = []
  /** Tables that are read as their paragraphs, because they lie too deep. */
  private flatTables = 0
  private picture = { width: 0, height: 0, text: '' }
  private note: string | null = null
  private weight = 0

  constructor(private readonly context: DocxContext) {
    this.parser = tagParser({
      onOpen: (name, attributes) => this.onOpen(name, attributes),
      onClose: (name) => this.onClose(name),
      onText: (text) => {
        if (this.names.at(-1) === 't') this.addText(text)
      },
    })
  }

  /** @returns whether more is wanted. Throws NoPreview like `tagParser`. */
  write(text: string): boolean {
    this.parser.write(text)
    return !this.isFull
  }

  end(): void {
    if (!this.isFull) this.parser.end()
    while (this.tables.length > 0) this.endTable()
  }

  get isFull(): boolean {
    return this.left < 0
  }

  /** The weight that may follow. */
  get left(): number {
    return this.context.most - this.weight
  }

  private onOpen(name: string, attributes: Record<string, string>): void {
    const parent = this.names.at(-1)
    this.names.push(name)
    if (this.skippedFrom !== null) return
    if (SKIPPED.has(name)) this.skippedFrom = this.names.length
    else if (name === 'p') this.paragraphs.push(new Paragraph(this.takeNote()))
    else if (name === 'r') this.runs.push({})
    else if (name === 'hyperlink') this.links.push(this.linkOf(attributes))
    else if (parent === 'pPr' || parent === 'numPr') this.setParagraph(name, attributeOf(attributes, 'val') ?? '')
    else if (parent === 'rPr' && this.names.at(-3) === 'r') this.setRun(name, attributeOf(attributes, 'val'))
    else if (parent === 'pBdr') this.setBorder(name, attributeOf(attributes, 'val'))
    else if (parent === 'r') this.addInRun(name, attributes)
    else if (name === 'symEx') this.addSign(attributeOf(attributes, 'char') ?? '')
    else if (!this.inTable(name, attributes)) this.inPicture(name, attributes)
    if (name === 'drawing' || name === 'pict') this.picture = { width: 0, height: 0, text: '' }
  }

  private onClose(name: string): void {
    const depth = this.names.length
    this.names.pop()
    if (this.skippedFrom !== null) {
      if (depth === this.skippedFrom) this.skippedFrom = null
      return
    }
    if (name === 'p') this.endParagraph()
    else if (name === 'r') this.runs.pop()
    else if (name === 'hyperlink') this.links.pop()
    else if (name === 'tc' && this.flatTables === 0) this.tables.at(-1)?.endCell()
    else if (name === 'tr' && this.flatTables === 0) this.placeRows(this.tables.at(-1)?.endRow() ?? [])
    else if (name === 'tbl' && this.flatTables > 0) this.flatTables -= 1
    else if (name === 'tbl') this.endTable()
    else if (name === 'footnote' || name === 'endnote') this.note = null
  }

  private setParagraph(name: string, value: string): void {
    const paragraph = this.paragraphs.at(-1)
    if (paragraph === undefined) return
    if (name === 'pStyle') {
      const { heading, list, look } = this.context.styles.of(value)
      paragraph.heading ??= heading
      paragraph.look ??= look
      paragraph.listId ??= list?.id ?? null
      paragraph.listLevel ??= list?.level ?? null
    } else if (name === 'outlineLvl') paragraph.heading = headingOf(value)
    else if (name === 'numId') paragraph.listId = value
    else if (name === 'ilvl') paragraph.listLevel = levelOf(value)
  }

  private setBorder(side: string, value: string | undefined): void {
    const paragraph = this.paragraphs.at(-1)
    if (paragraph && side === 'bottom' && value !== 'nil' && value !== 'none') paragraph.isUnderlined = true
  }

  private setRun(name: string, value: string | undefined): void {
    const run = this.runs.at(-1)
    if (run === undefined || value === '0' || value === 'false' || value === 'off') return
    if (name === 'b') run.bold = true
    else if (name === 'i') run.italic = true
    else if (name === 'strike' || name === 'dstrike') run.struck = true
    else if (name === 'vanish') run.isHidden = true
    else if (name === 'rStyle' && value !== undefined && this.context.styles.of(value).look === 'code') run.code = true
  }

  private addInRun(name: string, attributes: Record<string, string>): void {
    const id = attributeOf(attributes, 'id')
    if (name === 'tab') this.addText('\t')
    else if (name === 'cr' || (name === 'br' && (attributeOf(attributes, 'type') ?? LINE) === LINE)) this.addText('\n')
    else if (name === 'noBreakHyphen') this.addText('-')
    else if (name === 'footnoteReference' && id !== undefined) this.addText(`[${id}]`)
    else if (name === 'endnoteReference' && id !== undefined) this.addText(`[†${id}]`)
  }

  /** An emoji, which newer versions of Word name by the hexadecimal number of its letter. Letters for private use are pictures of a font. */
  private addSign(hex: string): void {
    const code = /^[0-9a-f]{2,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0
    const isShown = code > 0x20 && code <= 0xeffff && !(code >= 0xd800 && code <= 0xf8ff)
    if (isShown) this.addText(String.fromCodePoint(code))
  }

  private inTable(name: string, attributes: Record<string, string>): boolean {
    const table = this.tables.at(-1)
    if (name === 'tbl') {
      if (this.tables.length >= MOST.tables) this.flatTables += 1
      else this.tables.push(new DocxTable(this.context.isUndivided))
    } else if (name === 'footnote' || name === 'endnote') {
      // Notes of a type only separate others from the text.
      const isNote = attributeOf(attributes, 'type') === undefined
      this.note = isNote ? `[${name === 'endnote' ? '†' : ''}${attributeOf(attributes, 'id') ?? ''}]` : null
    } else if (table === undefined || this.flatTables > 0) return false
    else if (name === 'tr') table.beginRow()
    else if (name === 'tc') table.beginCell()
    else if (name === 'gridSpan') table.span(Number.parseInt(attributeOf(attributes, 'val') ?? '', 10))
    else if (name === 'tblHeader') table.markHeader()
    else return false
    return true
  }

  private inPicture(name: string, attributes: Record<string, string>): void {
    if (name === 'extent') {
      const px = (key: string) => Math.min(20_000, Math.max(0, Math.round(Number(attributes[key]) / EMU) || 0))
      this.picture.width = px('cx')
      this.picture.height = px('cy')
    } else if (name === 'docPr') this.picture.text = (attributes.descr ?? '').slice(0, MOST.text)
    else if (name === 'blip') this.addPicture(attributeOf(attributes, 'embed'))
    else if (name === 'imagedata') this.addPicture(attributeOf(attributes, 'id'))
  }

  private linkOf(attributes: Record<string, string>): string | undefined {
    const link = this.context.links.get(attributeOf(attributes, 'id') ?? '')
    return link !== undefined && link.length <= MOST.link && isSafeLink(link) ? link : undefined
  }

  private takeNote(): string | null {
    const { note } = this
    this.note = null
    return note
  }

  private addText(text: string): void {
    const { isHidden, ...style } = this.runs.at(-1) ?? {}
    const paragraph = this.paragraphs.at(-1)
    if (isHidden || paragraph === undefined || this.skippedFrom !== null) return
    const link = this.links.at(-1)
    paragraph.add({ text, ...style, ...(link !== undefined && { link }) })
    // One paragraph may be a whole document.
    const { divided, undivided } = GATHERED
    if (paragraph.length > (this.context.isUndivided ? undivided : divided)) this.flushParagraph(paragraph)
  }

  private addPicture(relation: string | undefined): void {
    const paragraph = this.paragraphs.at(-1)
    if (paragraph) this.flushParagraph(paragraph)
    this.push({ kind: 'picture', address: relation ?? null, ...this.picture })
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop()
    if (paragraph && !this.flushParagraph(paragraph) && paragraph.isUnderlined) this.push({ kind: 'rule' })
  }

  /** @returns whether there was any text */
  private flushParagraph(paragraph: Paragraph): boolean {
    const runs = paragraph.take()
    if (runs.length === 0) return false
    const { lists, isUndivided } = this.context
    const number = paragraph.takeNumber(lists, isUndivided ? Infinity : undefined)
    const all = number.prefix === null ? runs : [{ text: number.prefix }, ...runs]
    for (const part of isUndivided ? [all] : cutRuns(all)) {
      if (paragraph.heading !== null) this.push({ kind: 'heading', level: paragraph.heading, runs: part })
      else if (paragraph.look === 'code') this.push({ kind: 'code', line: null, runs: part })
      else this.push({ kind: 'text', ...number.place, ...(paragraph.look === 'quote' && { quoted: true }), runs: part })
      delete number.place.sign
    }
    return true
  }

  private endTable(): void {
    const table = this.tables.pop()
    if (table) this.placeRows(table.end())
  }

  /** Weighs the rows as well: cells without a text and repeated headers weigh nothing elsewhere. */
  private placeRows(blocks: readonly ReadingBlock[]): void {
    for (const block of blocks) if (block.kind === 'table') this.weight += weightOf(block)
    this.place(blocks)
  }

  private push(block: ReadingBlock): void {
    if (this.isFull) return
    this.weight += weightOf(block)
    this.place([block])
  }

  /** Adds blocks to the innermost open cell, or to the document. */
  private place(blocks: readonly ReadingBlock[]): void {
    const table = this.tables.filter(({ isInCell }) => isInCell).at(-1)
    for (const block of blocks) {
      if (table) table.add(block)
      else this.blocks.push(block)
    }
  }
}
