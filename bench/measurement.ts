import budgets from './budgets.json'

export type MetricId = keyof typeof budgets

export interface Budget {
  label: string
  /** KB and MB are 1,024 and 1,048,576 bytes. */
  unit: string
  /** upper limit */
  commit?: number
  /** Upper limit as a multiple of the plain page's value in the same run. */
  ofBaseline?: number
  goal?: number
  /** Bytes or a count that is equal in every run: `budgets.mjs` fails above the limit. */
  checked?: boolean
  /** Whether the limit is a lower one. */
  isFloor?: boolean
}

export interface Measurement {
  id: MetricId
  value: number
  /** The same value of the plain React + MobX page. */
  baseline?: number
}

export const budgetOf = (id: MetricId): Budget => budgets[id]

export const KB = 1024
export const MB = 1024 * KB

/** Whether a value breaks its limit. */
export function isOver({ id, value, baseline }: Measurement): boolean {
  const { commit, isFloor, ofBaseline } = budgetOf(id)
  if (ofBaseline !== undefined && baseline !== undefined && value > ofBaseline * baseline) return true
  if (commit === undefined) return false
  return isFloor ? value < commit : value > commit
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** @param share 0.95 for p95 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
}
