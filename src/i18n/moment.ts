import type { DateParts } from '@/domain/format/time'
import { wordTime } from './format'
import type { Words } from './words'

/** A moment as `2019-05-01 14:30`, in local time and always with its year. */
export function wordMoment(parts: DateParts, t: Words): string {
  return `${wordTime({ ...parts, isThisYear: false }, t)} ${wordClock(parts)}`
}

/** The time of a day as `14:30`. */
export function wordClock({ hour, minute }: Pick<DateParts, 'hour' | 'minute'>): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
