import { useRef } from 'react'
import type { DayActs, DayKeys } from './DayKeys'

/** A mini-program has a keyboard only for text. */
export function useDayKeys(_acts: DayActs): DayKeys {
  return { box: useRef(null), of: () => ({}) }
}
