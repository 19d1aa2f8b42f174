import type { SyntheticEvent } from 'react'

/** The same event as the mini-program would give it, with the values under `detail`. */
export function withDetail<D extends object>(event: SyntheticEvent, detail: D): never {
  return Object.create(event, { detail: { value: detail } }) as never
}
