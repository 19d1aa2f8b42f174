import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type ILevelsOptions,
  type IParagraphOptions,
} from 'docx'
import { blocksIn, countOf, elementsIn, isText, mentionOf, plainText, rowsOf, spanOf, textOf, widthOf } from './nodes'
import type { ElementNode, TextNode } from './nodes'
import { wordPicture, type PictureFile } from './pictures'

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const
/** Half points of the letters of each heading. */
const HEADING_SIZES = [36, 30, 26, 24, 22, 22]
/** Twentieths of a point: a step of indentation, the space that its number takes, and the width of the text on the page. */
const TWIPS = { step: 420, hanging: 420, width: 9026 }
/** Levels of a list in Word. */
const LEVELS = 9
const FONT = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: 'Microsoft YaHei' }
const MONOSPACED = { ascii: 'Consolas', hAnsi: 'Consolas', cs: 'Courier New', eastAsia: 'Microsoft YaHei' }
const BULLETS = 'bullets'
const CONTINUED = 'continued'
const CODE = 'SourceCode'
const QUOTE = 'Quote'
const HEADER = 'TableHeading'
/** What XML cannot contain. */
const UNWRITABLE =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Where a block stands. */
interface Place {
  /** steps of indentation; from 1 within a list */
  level: number
  isQuoted: boolean
  isHeader?: true
  /** How the first block of an item begins. */
  sign?: { numbering: { reference: string; level: number; instance: number } } | { box: string }
}

type Block = Paragraph | Table

/** A text (ydoc) as a document of Word. @param pictures of the text, by their keys */
export async function wordOf(
  nodes: readonly ElementNode[],
  pictures: ReadonlyMap<string, PictureFile>,
): Promise<Buffer> {
  const writer = new WordWriter(pictures)
  const children = writer.blocksOf(nodes, { level: 0, isQuoted: false })
  const document = new Document({
    creator: '',
    lastModifiedBy: '',
    styles: {
      default: { document: { run: { font: FONT, size: 22 }, paragraph: { spacing: { after: 120, line: 300 } } } },
      paragraphStyles: [
        ...HEADING_SIZES.map((size, at) => ({
          id: `Heading${at + 1}`,
          name: `heading ${at + 1}`,
          basedOn: 'Normal',
          next: 'Normal',
          quickFormat: true,
          run: { size, bold: true },
          paragraph: { spacing: { before: 240, after: 120 }, keepNext: true, outlineLevel: at },
        })),
        {
          id: QUOTE,
          name: 'Quote',
          basedOn: 'Normal',
          quickFormat: true,
          run: { color: '595959' },
          paragraph: {
            indent: { left: TWIPS.step },
            border: { left: { style: BorderStyle.SINGLE, size: 12, space: 8, color: 'BFBFBF' } },
          },
        },
        { id: HEADER, name: 'Table Heading', basedOn: 'Normal', run: { bold: true } },
        {
          id: CODE,
          name: 'Source Code',
          basedOn: 'Normal',
          quickFormat: true,
          run: { font: MONOSPACED, size: 20, noProof: true },
          paragraph: { spacing: { after: 0, line: 260 }, shading: { type: ShadingType.CLEAR, fill: 'F2F2F2' } },
        },
      ],
      characterStyles: [{ id: 'VerbatimChar', name: 'Verbatim Char', run: { font: MONOSPACED } }],
    },
    numbering: { config: writer.numberings() },
    sections: [{ children: children.length > 0 ? children : [new Paragraph({})] }],
  })
  return Packer.toBuffer(document)
}

class WordWriter {
  /** The numbers at which lists begin. */
  private readonly starts = new Set<number>()
  private lists = 0

  constructor(private readonly pictures: ReadonlyMap<string, PictureFile>) {}

  /** The lists of the document; call after the blocks are made. */
  numberings() {
    const levelsOf = (level: (at: number) => Partial<ILevelsOptions>): ILevelsOptions[] =>
      Array.from({ length: LEVELS }, (_, at) => ({
        level: at,
        alignment: AlignmentType.LEFT,
        style: indentOf(at, TWIPS.hanging),
        ...level(at),
      }))
    return [
      { reference: BULLETS, levels: levelsOf(() => ({ format: LevelFormat.BULLET, text: '•' })) },
      {
        reference: CONTINUED,
        levels: levelsOf((at) => ({ format: LevelFormat.NONE, text: '', style: indentOf(at, 0) })),
      },
      ...[...this.starts].map((start) => ({
        reference: numbersFrom(start),
        levels: levelsOf((at) => ({ format: LevelFormat.DECIMAL, text: `%${at + 1}.`, start })),
      })),
    ]
  }

  blocksOf(nodes: readonly ElementNode[], place: Place): Block[] {
    // Only the first block of an item has its sign.
    const { sign: _, ...others } = place
    return nodes.flatMap((node, at) => this.blockOf(node, at === 0 ? place : others))
  }

  private blockOf(node: ElementNode, place: Place): Block[] {
    switch (node.type) {
      case 'heading': {
        const level = countOf(node.attrs?.level, 1, HEADINGS.length, 1)
        return [
          new Paragraph({ ...settingsOf(place, false), heading: HEADINGS[level - 1], children: runsOf(node, place) }),
        ]
      }
      case 'paragraph':
        return [new Paragraph({ ...settingsOf(place), children: runsOf(node, place) })]
      case 'image': {
        const alt = textOf(node.attrs?.alt).replace(UNWRITABLE, '')
        const picture = wordPicture(node, this.pictures, alt)
        return [new Paragraph({ ...settingsOf(place), children: picture ? [picture] : lettersOf(`🖼 ${alt}`, {}) })]
      }
      case 'bulletList':
      case 'orderedList':
      case 'taskList':
        return this.listOf(node, place)
      case 'blockquote':
        return this.blocksOf(blocksIn(node), { ...place, isQuoted: true })
      case 'codeBlock':
        return [new Paragraph({ ...settingsOf(place), style: CODE, children: lettersOf(plainText(node), {}) })]
      case 'horizontalRule':
        return [new Paragraph({ ...settingsOf(place), thematicBreak: true })]
      case 'table':
        return this.tableOf(node, place)
      default:
        return this.blocksOf(blocksIn(node), place)
    }
  }

  private listOf(list: ElementNode, place: Place): Block[] {
    const { level } = place
    const start = countOf(list.attrs?.start, 0, 999_999_999, 1)
    const isOrdered = list.type === 'orderedList'
    if (isOrdered) this.starts.add(start)
    this.lists += 1
    const reference = isOrdered ? numbersFrom(start) : BULLETS
    const numbering = { reference, level: Math.min(LEVELS - 1, level), instance: isOrdered ? this.lists : 0 }
    return elementsIn(list).flatMap((item) => {
      const isDone = item.attrs?.checked === true
      const sign = item.type === 'taskItem' ? { box: isDone ? '☑ ' : '☐ ' } : { numbering }
      const blocks = blocksIn(item)
      // The sign stands before a text.
      const hasText = blocks[0]?.type === 'paragraph' || blocks[0]?.type === 'heading'
      return this.blocksOf(hasText ? blocks : [{ type: 'paragraph' }, ...blocks], { ...place, level: level + 1, sign })
    })
  }

  private tableOf(table: ElementNode, place: Place): Block[] {
    const rows = rowsOf(table)
    if (rows.length === 0) return []
    const width = widthOf(rows)
    const columnWidths = Array.from({ length: width }, () => Math.max(200, Math.floor(TWIPS.width / width)))
    const made = rows.map(
      (cells, at) =>
        new TableRow({
          tableHeader: at === 0 && cells.every(({ type }) => type === 'tableHeader'),
          children: cells.map((cell) => this.cellOf(cell, columnWidths[0]!)),
        }),
    )
    const whole = new Table({ rows: made, columnWidths, width: { size: 100, type: WidthType.PERCENTAGE } })
    // An item's sign needs a text; and two tables side by side would be one.
    const before = place.sign ? [new Paragraph({ ...settingsOf(place) })] : []
    return [...before, whole, new Paragraph({ spacing: { after: 0 } })]
  }

  private cellOf(cell: ElementNode, width: number): TableCell {
    const isHeader = cell.type === 'tableHeader'
    const columnSpan = spanOf(cell, 'colspan')
    const blocks = this.blocksOf(blocksIn(cell), { level: 0, isQuoted: false, ...(isHeader && { isHeader }) })
    return new TableCell({
      columnSpan,
      rowSpan: spanOf(cell, 'rowspan'),
      width: { size: width * columnSpan, type: WidthType.DXA },
      ...(isHeader && { shading: { type: ShadingType.CLEAR, fill: 'F2F2F2' } }),
      children: blocks.at(-1) instanceof Paragraph ? blocks : [...blocks, new Paragraph({})],
    })
  }
}

function indentOf(level: number, hanging: number) {
  return { paragraph: { indent: { left: TWIPS.step * (level + 1), hanging } } }
}

function numbersFrom(start: number): string {
  return `numbers-${start}`
}

function settingsOf({ level, isQuoted, isHeader, sign }: Place, hasStyle = true): IParagraphOptions {
  const numbering = sign !== undefined && 'numbering' in sign ? sign.numbering : undefined
  // Without a number of its own a paragraph belongs to the item above.
  const within = { reference: CONTINUED, level: Math.min(LEVELS, level) - 1, instance: 0 }
  return {
    ...(hasStyle && (isQuoted || isHeader) && { style: isQuoted ? QUOTE : HEADER }),
    ...(level > 0 && { numbering: numbering ?? within }),
  }
}

type Run = TextRun | ExternalHyperlink

function runsOf({ content = [] }: ElementNode, { sign }: Place): Run[] {
  const box = sign !== undefined && 'box' in sign ? [new TextRun({ text: sign.box })] : []
  return [
    ...box,
    ...content.flatMap((node): Run[] => {
      if (isText(node)) return textRuns(node)
      if (node.type === 'hardBreak') return [new TextRun({ break: 1 })]
      return lettersOf(node.type === 'mention' ? mentionOf(node) : plainText(node), {})
    }),
  ]
}

function textRuns({ text, marks = [] }: TextNode): Run[] {
  const has = (type: string) => marks.some((each) => each.type === type)
  const href = textOf(marks.find(({ type }) => type === 'link')?.attrs?.href).replace(UNWRITABLE, '')
  const runs = lettersOf(text, {
    bold: has('bold'),
    italics: has('italic'),
    strike: has('strike'),
    ...(has('code') && { style: 'VerbatimChar' }),
    ...(href !== '' && { color: '0563C1', underline: {} }),
  })
  return href === '' ? runs : [new ExternalHyperlink({ link: href, children: runs })]
}

/** Letters; tabs and line ends are elements of their own. */
function lettersOf(text: string, look: Omit<ConstructorParameters<typeof TextRun>[0] & object, 'children'>): TextRun[] {
  return text
    .replace(UNWRITABLE, '')
    .split('\n')
    .map((line, at) => {
      const children = line.split('\t').flatMap((part, tab) => (tab === 0 ? [part] : [new Tab(), part]))
      return new TextRun({ ...look, ...(at > 0 && { break: 1 }), children })
    })
}
