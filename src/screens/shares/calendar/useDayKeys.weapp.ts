import { useRef } from 'react'
import type { DayActions, DayKeys } from './DayKeys'

/** A mini-program has a keyboard only for text. */
export function useDayKeys(_acts: DayActions): DayKeys {
  return { box: useRef(null), of: () => ({}) }
}
