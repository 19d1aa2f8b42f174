import type { SheetProps } from './SheetProps'

/** The mini-program's bar opens nothing. */
export function BarSheets(_: SheetProps) {
  return null
}
