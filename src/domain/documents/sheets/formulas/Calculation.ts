import type { CellContent } from '../content'
import { keyOfCell } from '../content'
import { evaluate, type CellReader } from './evaluate'
import { parseFormula, type Formula } from './parse'
import type { Axes } from './references'
import type { CellName } from './tokens'
import { isMatrix, problem, scalarOf, type Matrix, type Result, type Scalar } from './values'

/** The cells of a sheet. */
export interface CalculatedSheet extends Axes {
  contentOf(row: string, column: string): CellContent | null
}

/** A rectangle of cells by their indices; the ends are included. */
interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

interface Computed {
  value: Scalar
  areas: readonly Area[]
}

interface Place {
  row: number
  column: number
}

/** Cells that are read before a sheet is given up: a formula then shows an error instead of stopping the phone. */
const MOST_READ = 4_000_000
/** Changed cells after which everything is computed again. */
const MANY = 500

/** The values of a sheet's cells. A formula is computed when its cell is looked at, and again after a cell that it names has changed. */
export class Calculation {
  private readonly formulas = new Map<string, Formula | null>()
  private computed = new Map<string, Computed>()
  /** Ranges that were read since the last change: the columns of a table often name the same. */
  private ranges = new Map<string, Matrix>()
  private read = 0

  constructor(private sheet: CalculatedSheet) {}

  /** The sheet has other rows or columns. */
  reset(sheet: CalculatedSheet): void {
    this.sheet = sheet
    this.clear()
  }

  /** Cells have changed. @param keys as `keyOfCell` makes them */
  change(keys: ReadonlySet<string>): void {
    if (keys.size > MANY) return this.clear()
    this.read = 0
    this.ranges = new Map()
    const left = [...keys]
    for (let count = 0; left.length > 0; count += 1) {
      if (count > MANY) return this.clear()
      const key = left.pop()!
      this.computed.delete(key)
      const place = this.placeOf(key)
      if (place === null) continue
      for (const [other, { areas }] of this.computed)
        if (areas.some((area) => isWithin(place, area))) {
          this.computed.delete(other)
          left.push(other)
        }
    }
  }

  /** The value that a cell shows. */
  valueOf(row: string, column: string): Scalar {
    const content = this.sheet.contentOf(row, column)
    if (content === null) return null
    if ('v' in content) return content.v
    const key = keyOfCell(row, column)
    return (this.computed.get(key) ?? this.compute(key, content.f)).value
  }

  private clear(): void {
    this.computed = new Map()
    this.ranges = new Map()
    this.read = 0
  }

  /** Computes what a formula needs before the formula, with a list instead of recursion: a column of sums has thousands of steps. */
  private compute(key: string, formula: string): Computed {
    const begun = new Set<string>()
    const left: [key: string, formula: string][] = [[key, formula]]
    while (left.length > 0) {
      const [at, text] = left[left.length - 1]!
      if (this.computed.has(at)) {
        left.pop()
        continue
      }
      const parsed = this.parsed(text)
      const areas = parsed ? this.areasIn(parsed) : []
      const isFirst = !begun.has(at)
      begun.add(at)
      const needed = isFirst ? this.neededBy(areas) : []
      // What has begun and is not computed waits for this one.
      if (needed.some(([each]) => begun.has(each))) this.computed.set(at, { value: problem('#CYCLE!'), areas })
      else if (needed.length > 0) left.push(...needed)
      else {
        const value = parsed ? resultOf(evaluate(parsed, this.reader)) : problem('#ERROR!')
        this.computed.set(at, { value, areas })
        left.pop()
      }
    }
    return this.computed.get(key)!
  }

  private parsed(text: string): Formula | null {
    const known = this.formulas.get(text)
    if (known !== undefined) return known
    const parsed = parseFormula(text)
    this.formulas.set(text, parsed)
    return parsed
  }

  /** The formulas in areas that are not computed yet. */
  private neededBy(areas: readonly Area[]): [key: string, formula: string][] {
    const { rows, columns } = this.sheet
    const needed: [string, string][] = []
    for (const area of areas) {
      if (this.ranges.has(keyOfArea(area)) || !this.mayRead(area)) continue
      for (let down = area.top; down <= area.bottom; down += 1)
        for (let across = area.left; across <= area.right; across += 1) {
          const [row, column] = [rows.ids[down]!, columns.ids[across]!]
          const content = this.sheet.contentOf(row, column)
          if (content === null || !('f' in content)) continue
          const key = keyOfCell(row, column)
          if (!this.computed.has(key)) needed.push([key, content.f])
        }
    }
    return needed
  }

  /** Counts the cells of an area. */
  private mayRead({ top, bottom, left, right }: Area): boolean {
    this.read += (bottom - top + 1) * (right - left + 1)
    return this.read <= MOST_READ
  }

  private readonly reader: CellReader = {
    cell: ({ row, column }) => {
      const { rows, columns } = this.sheet
      if (rows.indexOf(row) === null || columns.indexOf(column) === null) return problem('#REF!')
      return this.shown(row, column)
    },
    range: (from, to): Result => {
      const area = this.areaOf(from, to)
      if (area === null) return problem('#REF!')
      const key = keyOfArea(area)
      const known = this.ranges.get(key)
      if (known) return known
      if (!this.mayRead(area)) return problem('#LIMIT!')
      const { rows, columns } = this.sheet
      const across = columns.ids.slice(area.left, area.right + 1)
      const down = rows.ids.slice(area.top, area.bottom + 1)
      const matrix = { rows: down.map((row) => across.map((column) => this.shown(row, column))) }
      this.ranges.set(key, matrix)
      return matrix
    },
  }

  /** The value of a cell whose formula is computed. */
  private shown(row: string, column: string): Scalar {
    const content = this.sheet.contentOf(row, column)
    if (content === null) return null
    if ('v' in content) return content.v
    return this.computed.get(keyOfCell(row, column))?.value ?? problem('#LIMIT!')
  }

  private areasIn(formula: Formula): Area[] {
    switch (formula.kind) {
      case 'value':
        return []
      case 'cell':
        return listOf(this.areaOf(formula.cell, formula.cell))
      case 'range':
        return listOf(this.areaOf(formula.from, formula.to))
      case 'negated':
      case 'percent':
        return this.areasIn(formula.part)
      case 'binary':
        return [...this.areasIn(formula.left), ...this.areasIn(formula.right)]
      case 'call':
        return formula.parts.flatMap((part) => this.areasIn(part))
    }
  }

  private areaOf(from: CellName, to: CellName): Area | null {
    const { rows, columns } = this.sheet
    const [down, across] = [between(rows, from.row, to.row), between(columns, from.column, to.column)]
    return down && across && { top: down[0], bottom: down[1], left: across[0], right: across[1] }
  }

  private placeOf(key: string): Place | null {
    const [row, column] = key.split(':')
    const [down, across] = [this.sheet.rows.indexOf(row!), this.sheet.columns.indexOf(column!)]
    return down === null || across === null ? null : { row: down, column: across }
  }
}

/** The shown indices from one id to another, in either order; null if there are none. */
function between(axis: Axes['rows'], from: string, to: string): [number, number] | null {
  const [one, other] = [axis.spanOf(from), axis.spanOf(to)]
  if (one === null || other === null) return null
  const isBackwards = one.first > other.first
  const [start, end] = isBackwards ? [other.first, one.last] : [one.first, other.last]
  return start <= end ? [start, end] : null
}

const keyOfArea = ({ top, bottom, left, right }: Area) => `${top} ${bottom} ${left} ${right}`

function isWithin({ row, column }: Place, { top, bottom, left, right }: Area): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** A cell shows one value; an empty one that a formula names is 0. */
function resultOf(result: Result): Scalar {
  const value = isMatrix(result) ? scalarOf(result) : result
  return value === null ? 0 : value
}

const listOf = (area: Area | null): Area[] => (area === null ? [] : [area])
