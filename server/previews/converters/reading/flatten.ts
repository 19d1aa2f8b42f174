import type { Token, Tokens } from 'marked'
import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { weightOf, weightOfCells } from '@/domain/previews/readingBlocks'
import { FOOTNOTE, type Footnote } from '../text/footnotes'
import { runsOf, type Run } from '../text/markdown'
import { colourLines, isColourable, languageOf } from './colour'

/** Characters of a block, its weight, and characters of the address of a link and of a sign before an item. */
const MOST = { block: 4000, weight: 16_000, link: 2000, sign: 20 }
/** Weight of all blocks of a text; what follows is not shown. A short address may be named many times, so a text can be longer than its file. */
export const MOST_WEIGHT = 32 * 1024 * 1024
/** Steps of indentation that leave room for text on a phone. */
const INDENT = 6
/** Rows and characters of a part of a table, its columns, and characters of a cell. */
const TABLE = { rows: 50, weight: 3000, columns: 60, cell: 500, header: 2000 }
/** Characters of code that are coloured in a document. */
const COLOURED = { block: 64 * 1024, all: 256 * 1024 }

const yes = true as const

interface Place {
  indent?: number
  quoted?: true
}

/** The blocks of a document, one after the other. */
export function flatten(tokens: readonly Token[]): ReadingBlock[] {
  const flattener = new Flattener()
  flattener.add(tokens, {})
  return flattener.blocks
}

class Flattener {
  readonly blocks: ReadingBlock[] = []
  private coloured = 0
  private weight = 0

  add(tokens: readonly Token[], place: Place): void {
    for (const token of tokens) this.addToken(token, place)
  }

  private addToken(token: Token, place: Place): void {
    switch (token.type) {
      case 'heading': {
        const { depth, tokens } = token as Tokens.Heading
        const level = Math.min(6, Math.max(1, depth))
        for (const runs of cutRuns(readingRuns(runsOf(tokens)))) this.push({ kind: 'heading', ...place, level, runs })
        return
      }
      case 'list':
        return this.addList(token as Tokens.List, place)
      case 'code':
        return this.addCode(token as Tokens.Code, place)
      case 'blockquote':
        return this.add((token as Tokens.Blockquote).tokens, { ...place, quoted: true })
      case 'table':
        return this.addTable(token as Tokens.Table)
      case FOOTNOTE: {
        const { label, tokens } = token as Footnote
        return this.addSigned(`[${label}]`, tokens, place)
      }
      case 'hr':
        this.push({ kind: 'rule' })
        return
      case 'space':
      case 'def':
        return
      default:
        this.addText(runsOf('tokens' in token && token.tokens ? token.tokens : [token]), place)
    }
  }

  /** Adds a block. The first block beyond the limit is added too, so that the writer of the pieces sees that the text is cut. */
  private push(block: ReadingBlock, at = this.blocks.length): void {
    if (this.weight > MOST_WEIGHT) return
    this.weight += weightOf(block)
    this.blocks.splice(at, 0, block)
  }

  private addText(runs: Run[], place: Place): void {
    if (runs.length === 0) return
    for (const part of cutRuns(readingRuns(runs))) this.push({ kind: 'text', ...place, runs: part })
  }

  private addList({ items, ordered, start }: Tokens.List, place: Place): void {
    items.forEach((item, at) => {
      const number = ordered ? `${(start === '' ? 1 : start) + at}.` : '•'
      const sign = item.task ? (item.checked ? '☑' : '☐') : number
      this.addSigned(
        sign,
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        place,
      )
    })
  }

  /** Adds blocks with a sign before them. Where they begin with another block than text, the sign has a line of its own. */
  private addSigned(text: string, tokens: readonly Token[], place: Place): void {
    const sign = text.slice(0, MOST.sign)
    const within = { ...place, indent: Math.min(INDENT, (place.indent ?? 0) + 1) }
    const at = this.blocks.length
    this.add(tokens, within)
    const first = this.blocks[at]
    if (first?.kind === 'text' && first.sign === undefined) first.sign = sign
    else this.push({ kind: 'text', ...within, sign, runs: [] }, at)
  }

  private addCode({ text, lang = '' }: Tokens.Code, place: Place): void {
    const language = languageOf(lang.split(/[\s,{]/)[0] ?? '')
    const isShort = text.length <= COLOURED.block && this.coloured + text.length <= COLOURED.all
    const isColoured = language !== null && isShort && isColourable(text)
    if (isColoured) this.coloured += text.length
    for (const block of codeBlocks(isColoured ? colourLines(text, language) : plainLines(text), null))
      this.push({ ...block, ...place })
  }

  private addTable({ header, rows }: Tokens.Table): void {
    const cellsOf = (cells: readonly Tokens.TableCell[]) =>
      cells.slice(0, TABLE.columns).map(({ tokens }) => firstOfRuns(readingRuns(runsOf(tokens)), TABLE.cell))
    const head = cellsOf(header)
    const isRepeated = weightOfCells(head) <= TABLE.header
    let part: ReadingRun[][][] = []
    let weight = 0
    let isFirst = true
    const flush = () => {
      this.push({ kind: 'table', header: isFirst || isRepeated ? head : [], rows: part })
      part = []
      weight = 0
      isFirst = false
    }
    for (const row of rows) {
      const cells = cellsOf(row)
      part.push(cells)
      weight += weightOfCells(cells)
      if (part.length >= TABLE.rows || weight >= TABLE.weight) flush()
    }
    if (part.length > 0 || isFirst) flush()
  }
}

export function readingRuns(runs: readonly Run[]): ReadingRun[] {
  return runs.map(({ text, isBold, isItalic, isQuiet, isCode, isStruck, link }) => ({
    text,
    ...(isBold && { bold: yes }),
    ...(isItalic && { italic: yes }),
    ...(isStruck && { struck: yes }),
    ...(isCode && { code: yes }),
    ...(isQuiet && { quiet: yes }),
    ...(link !== undefined && link.length <= MOST.link && { link }),
  }))
}

/** The lines of a text without colours. */
export function* plainLines(text: string): Generator<ReadingRun[]> {
  for (const line of text.split('\n')) yield line === '' ? [] : [{ text: line }]
}

/** Lines of code as blocks. @param first the number of the first line; null for lines without numbers */
export function* codeBlocks(
  lines: Iterable<readonly ReadingRun[]>,
  first: number | null,
): Generator<Extract<ReadingBlock, { kind: 'code' }>> {
  let number = first
  for (const line of lines) {
    for (const [part, runs] of cutRuns(line).entries()) yield { kind: 'code', line: part > 0 ? null : number, runs }
    if (number !== null) number += 1
  }
}

/** The lines of a plain text as blocks. */
export function* textBlocks(text: string): Generator<ReadingBlock> {
  for (const line of plainLines(text)) for (const runs of cutRuns(line)) yield { kind: 'text', runs }
}

/** Runs in parts of bounded length and weight: a reader lays out a part at once. One empty part if there is no text. */
export function cutRuns(runs: readonly ReadingRun[]): ReadingRun[][] {
  const parts: ReadingRun[][] = [[]]
  let left = MOST.block
  let weight = 0
  for (const run of runs) {
    let { text } = run
    while (text !== '') {
      // A letter may take two units.
      if (left < 2 || weight >= MOST.weight) {
        parts.push([])
        left = MOST.block
        weight = 0
      }
      const part = firstOf(text, left)
      const cut = { ...run, text: part }
      parts.at(-1)!.push(cut)
      weight += weightOfCells([[cut]])
      text = text.slice(part.length)
      left = part.length < left && text !== '' ? 0 : left - part.length
    }
  }
  return parts
}

/** The first letters of a text. No letter of two units is cut. */
function firstOf(text: string, most: number): string {
  const first = text.slice(0, most)
  return first.length < text.length ? first.replace(/[\ud800-\udbff]$/, '') : first
}

/** The beginning of runs. Their links are kept until together they are as long as the longest link. */
export function firstOfRuns(runs: readonly ReadingRun[], most: number): ReadingRun[] {
  let left = most
  let links = MOST.link
  return runs.flatMap(({ link, ...run }) => {
    if (left < 2) return []
    const text = firstOf(run.text, left)
    left -= run.text.length
    const isLinked = link !== undefined && link.length <= links
    if (isLinked) links -= link.length
    return [{ ...run, text: text.length < run.text.length ? `${text}…` : text, ...(isLinked && { link }) }]
  })
}
