import { useEffect, useRef, type KeyboardEvent } from 'react'
import { dayAfter } from '@/domain/shares/month'
import type { DayActions, DayKeys } from './DayKeys'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Tab stops at one day; arrows move by a day or a week; Enter and space choose. */
export function useDayKeys({ reached, onReach, onChoose }: DayActions): DayKeys {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (reached) box.current?.querySelector<HTMLElement>('.calendar-day[tabindex="0"]')?.focus()
  }, [reached])
  return {
    box,
    of: (day, isStop) => ({
      tabIndex: isStop ? 0 : -1,
      onKeyDown(event: KeyboardEvent) {
        const step = steps[event.key]
        if (event.key === 'Enter' || event.key === ' ') onChoose(day)
        else if (step !== undefined) onReach(dayAfter(day, step))
        else return
        event.preventDefault()
      },
    }),
  }
}
