import type { CellStyle } from '@/domain/documents/sheets/content'
import type { Scalar } from '@/domain/documents/sheets/formulas/values'
import { colours } from './colours'
import { HEAD, MAIN } from './packageParts'

/** Texts that Excel would read as something else once somebody edits them: formulas, numbers and days. */
const READ_AS_OTHER = /^\s*[=+\-@'.\d]/
/** Excel's own number formats: 0.00, #,##0, #,##0.00, 0 %, 0.00 %. */
const formats = { fixed: 2, grouped: [3, 4], percent: [9, 10] } as const

/** The looks of a workbook's cells, each once, as Excel's list of styles. */
export class StyleList {
  private readonly kinds = new Map<string, number>([
    ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>', 0],
  ])
  private readonly fonts = new Map<string, number>([[fontXml({}), 0]])
  private readonly fills = new Map<string, number>([
    ['<fill><patternFill patternType="none"/></fill>', 0],
    ['<fill><patternFill patternType="gray125"/></fill>', 1],
  ])

  /** @param value what the cell shows @returns the place of the look in the list */
  add(style: CellStyle, value: Scalar): number {
    const font = placeIn(this.fonts, fontXml(style))
    const fill = style.fill ? placeIn(this.fills, fillXml(colours.ground[style.fill])) : 0
    const format = typeof value === 'number' ? formatOf(style, value) : 0
    const isText = typeof value === 'string'
    const quote = isText && READ_AS_OTHER.test(value) ? ' quotePrefix="1"' : ''
    const align = style.align ? ` horizontal="${style.align}"` : ''
    const wrap = isText && value.includes('\n') ? ' wrapText="1"' : ''
    const xf = `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"${quote}`
    const applied = `${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}${fill ? ' applyFill="1"' : ''}`
    return placeIn(
      this.kinds,
      align + wrap === '' ? `${xf}${applied}/>` : `${xf}${applied} applyAlignment="1"><alignment${align}${wrap}/></xf>`,
    )
  }

  xml(): string {
    return [
      `${HEAD}<styleSheet ${MAIN}>${listXml('fonts', this.fonts)}${listXml('fills', this.fills)}`,
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      listXml('cellXfs', this.kinds),
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    ].join('')
  }
}

function placeIn(list: Map<string, number>, xml: string): number {
  const known = list.get(xml)
  if (known !== undefined) return known
  list.set(xml, list.size)
  return list.size - 1
}

function listXml(name: string, list: ReadonlyMap<string, number>): string {
  return `<${name} count="${list.size}">${[...list.keys()].join('')}</${name}>`
}

function fontXml({ bold, color }: CellStyle): string {
  const shown = color ? `<color rgb="FF${colours.letters[color]}"/>` : ''
  return `<font>${bold ? '<b/>' : ''}<sz val="11"/>${shown}<name val="Calibri"/><family val="2"/></font>`
}

function fillXml(rgb: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${rgb}"/><bgColor indexed="64"/></patternFill></fill>`
}

function formatOf({ format }: CellStyle, value: number): number {
  switch (format) {
    case undefined:
      return 0
    case 'fixed':
      return formats.fixed
    case 'grouped':
      return formats.grouped[Number.isInteger(Number(value.toFixed(2))) ? 0 : 1]
    case 'percent':
      return formats.percent[Number.isInteger(Number((value * 100).toFixed(2))) ? 0 : 1]
  }
}
