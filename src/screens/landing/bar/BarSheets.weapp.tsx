import type { SheetProps } from '../page/SheetProps'

/** The mini-program's bar opens nothing. */
export function BarSheets(_: SheetProps) {
  return null
}
