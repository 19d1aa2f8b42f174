import type * as Y from 'yjs'

/** Called once the server has acknowledged a change. */
export type Acknowledge = () => void

export interface Change {
  /** A number that no other change has. */
  number: number
  /** Who makes it. */
  by: number
  random: () => number
  /** Whether the person may write. The other changes must never arrive. */
  isAllowed: boolean
}

/** What people did with a document, and what must have become of it. */
export interface Ledger {
  /** Makes one change of a copy. @returns null if the copy offers nothing for it */
  change(document: Y.Doc, change: Change): Acknowledge | null
  /** The whole contents, to compare copies. */
  contents(document: Y.Doc): string
  /** Everything that a copy lacks or has too much. Call it once all copies are equal. */
  faults(document: Y.Doc): string[]
}

export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!
