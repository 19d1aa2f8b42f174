import type { RefObject } from 'react'
import type { CivilDate } from '@/domain/format/time'

/** How the days of a calendar answer a keyboard. */
export interface DayKeys {
  box: RefObject<HTMLElement>
  /** Properties of a day. @param isStop whether Tab stops there */
  of(day: CivilDate, isStop: boolean): object
}

export interface DayActs {
  /** The day that the keys went to. */
  reached: CivilDate | null
  onReach(day: CivilDate): void
  onChoose(day: CivilDate): void
}
