import type { RefObject } from 'react'
import type { CivilDate } from '@/domain/format/time'

/** Keyboard handling of a calendar's days. */
export interface DayKeys {
  box: RefObject<HTMLElement>
  /** Properties of a day. @param isStop whether Tab stops there */
  of(day: CivilDate, isStop: boolean): object
}

export interface DayActions {
  /** The day that the keys moved to. */
  reached: CivilDate | null
  onReach(day: CivilDate): void
  onChoose(day: CivilDate): void
}
