import type { BackCatcherProps } from './BackCatcherProps'

/** The browser's history already holds an entry for every overlay. */
export function BackCatcher(_: BackCatcherProps) {
  return null
}
