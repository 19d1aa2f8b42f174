import type { MenuEntry } from '@/components/sheets/MenuList'

/** None: the mini-program has no editor of documents. */
export function documentEntries(..._given: readonly unknown[]): MenuEntry[] {
  return []
}
