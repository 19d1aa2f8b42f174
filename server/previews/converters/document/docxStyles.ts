import { attributeOf, readTags } from '../tags'
import { numberOf } from './numbers'

/** Styles and levels of lists that are read, and styles that build on one another. */
const MOST = { styles: 10_000, lists: 10_000, depth: 20 }
const LEVELS = 9

/** How a paragraph or its style is set. */
export interface ParagraphStyle {
  /** 1 to 6; null for text */
  heading: number | null
  /** null: no list */
  list: { id: string; level: number } | null
  look: Look | null
}

/** Texts that are shown apart, by the name of their style. */
type Look = 'quote' | 'code'

interface Style {
  base?: string
  heading?: number | null
  look?: Look
  listId?: string
  listLevel?: number
}

/** The styles of a document, by their id. */
export class DocxStyles {
  private readonly styles = new Map<string, Style>()

  constructor(xml: string) {
    let style: Style | null = null
    readTags(
      xml,
      (name, attributes) => {
        const value = attributeOf(attributes, 'val') ?? ''
        if (name === 'style') {
          style = {}
          if (this.styles.size < MOST.styles) this.styles.set(attributeOf(attributes, 'styleId') ?? '', style)
        } else if (style === null) return
        else if (name === 'basedOn') style.base = value
        else if (name === 'outlineLvl') style.heading = headingOf(value)
        else if (name === 'numId') style.listId = value
        else if (name === 'ilvl') style.listLevel = levelOf(value)
        else if (name === 'name') {
          style.heading ??= headingByName(value)
          style.look = lookByName(value)
        }
      },
      (name) => {
        if (name === 'style') style = null
      },
    )
  }

  of(id: string): ParagraphStyle {
    let heading: number | null | undefined
    let listId: string | undefined
    let listLevel: number | undefined
    let look: Look | undefined
    let style = this.styles.get(id)
    for (let depth = 0; style !== undefined && depth < MOST.depth; depth += 1) {
      heading ??= style.heading
      listId ??= style.listId
      listLevel ??= style.listLevel
      look ??= style.look
      style = style.base === undefined ? undefined : this.styles.get(style.base)
    }
    return {
      heading: heading ?? null,
      list: listId === undefined ? null : { id: listId, level: listLevel ?? 0 },
      look: look ?? null,
    }
  }
}

/** The level of an outline, which documents count from 0; null for text. */
export function headingOf(value: string): number | null {
  const level = Number.parseInt(value, 10)
  return level >= 0 && level < 9 ? Math.min(6, level + 1) : null
}

export function levelOf(value: string): number {
  return Math.min(LEVELS - 1, Math.max(0, Number.parseInt(value, 10) || 0))
}

function headingByName(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1
  const level = /^(?:heading|标题|標題) ?([1-9])$/i.exec(name)?.[1]
  return level === undefined ? undefined : Math.min(6, Number(level))
}

/** The names of Word, WPS, LibreOffice and Pandoc. */
function lookByName(name: string): Look | undefined {
  if (/^((intense |block )?quote|block ?text|quotations|引用|明显引用)$/i.test(name)) return 'quote'
  return /^(source ?(code|text)|html (preformatted|code)|preformatted text|verbatim char|代码)$/i.test(name)
    ? 'code'
    : undefined
}

interface Level {
  format: string
  /** Such as `%1.%2` */
  text: string
  start: number
}

/** The numbers before the paragraphs of lists. */
export class DocxLists {
  private readonly levels = new Map<string, Level[]>()
  /** The abstract list of each list, and the starts that the list sets itself. */
  private readonly lists = new Map<string, { of: string; starts: Map<number, number> }>()
  private readonly counts = new Map<string, number[]>()
  private readonly begun = new Set<string>()

  constructor(xml: string) {
    let abstract: Level[] | null = null
    let level: Level | null = null
    let list: { of: string; starts: Map<number, number> } | null = null
    let override = 0
    readTags(xml, (name, attributes) => {
      const value = attributeOf(attributes, 'val') ?? ''
      if (name === 'abstractNum') {
        abstract = []
        level = null
        if (this.levels.size < MOST.lists) this.levels.set(attributeOf(attributes, 'abstractNumId') ?? '', abstract)
      } else if (name === 'num') {
        list = { of: '', starts: new Map() }
        abstract = null
        level = null
        if (this.lists.size < MOST.lists) this.lists.set(attributeOf(attributes, 'numId') ?? '', list)
      } else if (name === 'abstractNumId' && list) list.of = value
      else if (name === 'lvlOverride') override = levelOf(attributeOf(attributes, 'ilvl') ?? '')
      else if (name === 'startOverride' && list) list.starts.set(override, Number.parseInt(value, 10) || 0)
      else if (name === 'lvl' && abstract) {
        level = { format: 'decimal', text: '', start: 1 }
        abstract[levelOf(attributeOf(attributes, 'ilvl') ?? '')] = level
      } else if (level === null) return
      else if (name === 'numFmt') level.format = value
      else if (name === 'lvlText') level.text = value.slice(0, 40)
      else if (name === 'start') level.start = Number.parseInt(value, 10) || 0
    })
  }

  /** The number or sign before the next paragraph of a list; null for none. */
  next({ id, level: at }: { id: string; level: number }): string | null {
    const list = this.lists.get(id)
    const levels = list && this.levels.get(list.of)
    const level = levels?.[at]
    if (list === undefined || levels === undefined || level === undefined) return null
    const counts = this.counts.get(list.of) ?? []
    this.counts.set(list.of, counts)
    const restart = list.starts.get(at)
    if (restart !== undefined && !this.begun.has(`${id} ${at}`)) counts[at] = restart - 1
    this.begun.add(`${id} ${at}`)
    counts[at] = (counts[at] ?? level.start - 1) + 1
    counts.length = at + 1
    if (level.format === 'bullet') return '•'
    if (level.format === 'none') return null
    const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const of = levels[Number(digit) - 1]
      const count = counts[Number(digit) - 1] ?? of?.start ?? 1
      return numberOf(count, of?.format ?? 'decimal')
    })
    return text.trim() === '' ? null : text.trim()
  }
}
