import { useRef } from 'react'
import type { DayActs, DayKeys } from './DayKeys'

/** A mini-program has no keyboard but for texts. */
export function useDayKeys(_acts: DayActs): DayKeys {
  return { box: useRef(null), of: () => ({}) }
}
