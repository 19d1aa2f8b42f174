import type { SyntheticEvent } from 'react'

/** The event in the mini-program's form, with the values under `detail`. */
export function withDetail<D extends object>(event: SyntheticEvent, detail: D): never {
  return Object.create(event, { detail: { value: detail } }) as never
}
