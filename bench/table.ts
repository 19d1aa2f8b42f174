import { budgetOf, isOver, type Measurement } from './measurement'

const heads = ['metric', 'plain React+MobX', 'measured', 'commit', 'goal']

function figure(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  const decimals = unit === 's' ? 2 : Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : 1
  return `${value.toFixed(decimals)}${unit && ` ${unit}`}`
}

function cellsOf(measurement: Measurement): string[] {
  const { label, unit, commit, ofBaseline, goal } = budgetOf(measurement.id)
  const measured = figure(measurement.value, unit) + (isOver(measurement) ? ' !' : '')
  return [
    label,
    figure(measurement.baseline, unit),
    measured,
    ofBaseline === undefined ? figure(commit, unit) : `${ofBaseline} × plain`,
    figure(goal, unit),
  ]
}

/** Aligns columns for a terminal; labels contain no CJK, which is two columns wide. */
function lineOf(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
    .join('  ')
}

/** Rows of the table as lines; `!` marks a broken limit. */
export function tableOf(measurements: readonly Measurement[]): string {
  const rows = [heads, ...measurements.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows.map((cells) => lineOf(cells, widths)).join('\n')
}
