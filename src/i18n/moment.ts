import type { DateParts } from '@/domain/format/time'
import { wordTime } from './format'
import type { Words } from './words'

/** A moment as `2019-05-01 14:30`, in local time and always with its year. */
export function wordMoment(parts: DateParts, t: Words): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${wordTime({ ...parts, isThisYear: false }, t)} ${two(parts.hour)}:${two(parts.minute)}`
}
