import type { Axis } from '../Axis'
import { CellGrid, type Area, type CalculatedSheet } from './CellGrid'
import { evaluate, type CellReader } from './evaluate'
import { parseFormula, type Formula } from './parse'
import type { CellName } from './tokens'
import { isMatrix, problem, scalarOf, workOf, type Matrix, type Result, type Scalar } from './values'

interface Computed {
  value: Scalar
  areas: readonly Area[]
}

/** The values of a range, and whether one of its formulas leads back to itself. */
interface Range {
  matrix: Matrix
  isCircular: boolean
}

/** Values that formulas read and go through before those that are left show an error, instead of stopping the phone. */
const MOST_WORK = 10_000_000
/** Changed cells, and comparisons of these with what formulas name, after which everything is computed again. */
const MANY = { cells: 500, comparisons: 1_000_000 }

/** A formula leads back to itself. Every formula that names it shows this, too: else the result would depend on which is computed first. */
const CIRCLE = problem('#CYCLE!')

class OutOfWork extends Error {}

/** The values of a sheet's cells. A formula is computed when its cell is looked at, and again after a cell that it names has changed. */
export class Calculation {
  private readonly formulas = new Map<string, Formula | null>()
  private grid: CellGrid | null = null
  /** Results by the places of their cells. */
  private readonly computed = new Map<number, Computed>()
  /** Ranges that were read since the last change: the columns of a table often name the same. */
  private readonly ranges = new Map<string, Range>()
  /** Places of formulas that came after all work was done. */
  private limited: number[] = []
  private work = 0

  constructor(private sheet: CalculatedSheet) {}

  /** The sheet has other rows or columns. */
  reset(sheet: CalculatedSheet): void {
    this.sheet = sheet
    this.grid = null
    this.forget()
  }

  /** Cells have changed. @param keys as `keyOfCell` makes them */
  change(keys: ReadonlySet<string>): void {
    this.renew()
    this.ranges.clear()
    if (this.grid === null) return
    const changed: number[] = []
    for (const key of keys) {
      const place = this.grid.read(key)
      if (place !== null) changed.push(place)
    }
    if (changed.length > MANY.cells) this.forget()
    else this.forgetDependents(changed)
  }

  /** Other cells are looked at: work begins anew, also for those that showed #LIMIT!. */
  renew(): void {
    this.work = 0
    for (const place of this.limited) this.computed.delete(place)
    this.limited = []
  }

  /** The value that a cell shows. */
  valueOf(row: string, column: string): Scalar {
    const content = this.sheet.contentOf(row, column)
    if (content === null) return null
    if ('v' in content) return content.v
    this.grid ??= new CellGrid(this.sheet)
    const place = this.grid.placeOf(row, column)
    if (place === null) return problem('#REF!')
    return (this.computed.get(place) ?? this.compute(place, this.grid)).value
  }

  private forget(): void {
    this.computed.clear()
    this.ranges.clear()
    this.limited = []
    this.work = 0
  }

  private forgetDependents(changed: number[]): void {
    const { cells, comparisons } = MANY
    for (let [count, compared] = [0, 0]; changed.length > 0; count += 1) {
      compared += this.computed.size
      if (count > cells || compared > comparisons) return this.forget()
      const place = changed.pop()!
      this.computed.delete(place)
      const [row, column] = [this.grid!.rowOf(place), this.grid!.columnOf(place)]
      for (const [other, { areas }] of this.computed)
        if (areas.some((area) => isWithin(row, column, area))) {
          this.computed.delete(other)
          changed.push(other)
        }
    }
  }

  /** Computes what a formula needs before the formula, with a list instead of recursion: a column of sums has thousands of steps. */
  private compute(root: number, grid: CellGrid): Computed {
    try {
      const begun = new Set<number>()
      const left = [root]
      while (left.length > 0) {
        const place = left[left.length - 1]!
        if (this.computed.has(place)) {
          left.pop()
          continue
        }
        const formula = this.formulaAt(place, grid)
        const areas = formula ? this.areasIn(formula) : []
        if (begun.has(place)) {
          this.computed.set(place, { value: this.resultOf(formula, areas), areas })
          continue
        }
        begun.add(place)
        const needed = this.neededBy(areas, grid)
        // What has begun and is not computed waits for this one.
        if (needed.some((each) => begun.has(each))) this.computed.set(place, { value: CIRCLE, areas })
        else for (const each of needed) left.push(each)
      }
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error
      const formula = this.formulaAt(root, grid)
      this.computed.set(root, { value: problem('#LIMIT!'), areas: formula ? this.areasIn(formula) : [] })
      this.limited.push(root)
    }
    return this.computed.get(root)!
  }

  private formulaAt(place: number, grid: CellGrid): Formula | null {
    const content = grid.at(place)
    const text = content && 'f' in content ? content.f : ''
    const known = this.formulas.get(text)
    if (known !== undefined) return known
    const parsed = parseFormula(text)
    this.formulas.set(text, parsed)
    return parsed
  }

  /** The places of formulas in areas that are not computed yet, the first one last. */
  private neededBy(areas: readonly Area[], grid: CellGrid): number[] {
    const needed: number[] = []
    for (const area of areas) {
      if (this.ranges.has(keyOfArea(area))) continue
      const { top, bottom, left, right } = grid.filled(area)
      this.spend(sizeOf({ top, bottom, left, right }))
      for (let row = bottom; row >= top; row -= 1)
        for (let column = right; column >= left; column -= 1) {
          const place = grid.placeAt(row, column)
          const content = grid.at(place)
          if (content && 'f' in content && !this.computed.has(place)) needed.push(place)
        }
    }
    return needed
  }

  /** @throws OutOfWork */
  private readonly spend = (work: number): void => {
    this.work += work
    if (this.work > MOST_WORK) throw new OutOfWork()
  }

  private resultOf(formula: Formula | null, areas: readonly Area[]): Scalar {
    if (formula === null) return problem('#ERROR!')
    if (areas.some((area) => this.rangeOf(area).isCircular)) return CIRCLE
    const result = evaluate(formula, this.reader)
    // An empty cell that a formula names is 0.
    return (isMatrix(result) ? scalarOf(result) : result) ?? 0
  }

  private readonly reader: CellReader = {
    cell: (cell) => scalarOf(this.reader.range(cell, cell)),
    range: (from, to): Result => {
      const area = this.areaOf(from, to)
      return area === null ? problem('#REF!') : this.rangeOf(area).matrix
    },
    spend: this.spend,
  }

  /** The values in an area, whose formulas are computed. */
  private rangeOf(area: Area): Range {
    const key = keyOfArea(area)
    const known = this.ranges.get(key)
    if (known) return known
    const grid = this.grid!
    const { top, bottom, left, right } = grid.filled(area)
    this.spend(sizeOf({ top, bottom, left, right }))
    let [work, isCircular] = [0, false]
    const rows: Scalar[][] = []
    for (let row = top; row <= bottom; row += 1) {
      const values: Scalar[] = []
      for (let column = left; column <= right; column += 1) {
        const value = this.shown(grid, grid.placeAt(row, column))
        work += workOf(value)
        isCircular ||= value === CIRCLE
        values.push(value)
      }
      rows.push(values)
    }
    const [height, width] = [area.bottom - area.top + 1, area.right - area.left + 1]
    const range = { matrix: { rows, height, width, work }, isCircular }
    this.ranges.set(key, range)
    return range
  }

  /** The value of a cell whose formula is computed. */
  private shown(grid: CellGrid, place: number): Scalar {
    const content = grid.at(place)
    if (content === undefined) return null
    return 'v' in content ? content.v : this.computed.get(place)!.value
  }

  private areasIn(formula: Formula): Area[] {
    const areas: Area[] = []
    const add = (from: CellName, to: CellName) => {
      const area = this.areaOf(from, to)
      if (area) areas.push(area)
    }
    const collect = (part: Formula): void => {
      switch (part.kind) {
        case 'value':
          return
        case 'cell':
          return add(part.cell, part.cell)
        case 'range':
          return add(part.from, part.to)
        case 'negated':
        case 'percent':
          return collect(part.part)
        case 'binary':
          collect(part.left)
          return collect(part.right)
        case 'call':
          return part.parts.forEach(collect)
      }
    }
    collect(formula)
    return areas
  }

  private areaOf(from: CellName, to: CellName): Area | null {
    const { rows, columns } = this.sheet
    const [down, across] = [spanOf(rows, from.row, to.row), spanOf(columns, from.column, to.column)]
    return down && across && { top: down.first, bottom: down.last, left: across.first, right: across.last }
  }
}

/** The indices from one id to another; '' stands for all. null if none is shown. */
function spanOf(axis: Axis, from: string, to: string): { first: number; last: number } | null {
  if (from !== '') return axis.between(from, to)
  return axis.length > 0 ? { first: 0, last: axis.length - 1 } : null
}

const keyOfArea = ({ top, bottom, left, right }: Area) => `${top} ${bottom} ${left} ${right}`

const sizeOf = ({ top, bottom, left, right }: Area) => Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1)

function isWithin(row: number, column: number, { top, bottom, left, right }: Area): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}
