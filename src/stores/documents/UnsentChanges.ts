import * as Y from 'yjs'
import { UNSENT_LIMIT } from '@/domain/documents/bounds'
import type { Platform } from '@/platform/Platform'

/** The changes of each page to one file, in base64. */
type Kept = Record<string, string>

/**
 * The changes to a document that the server has not stored, kept on the phone over a reload (DOC-04). The storage belongs to one user: signing out,
 * and another user, erase it (decisions 79).
 */
export class UnsentChanges {
  private readonly key: string
  /** Two pages with the same document keep their changes beside each other. */
  private readonly page = Math.random().toString(36).slice(2)

  constructor(
    private readonly storage: Platform['storage'],
    fileId: number,
  ) {
    this.key = `unsent.${fileId}`
  }

  /** What all pages have kept; null if there is nothing. */
  get all(): Uint8Array | null {
    const kept = Object.values(this.read()).map(bytesOf)
    return kept.length === 0 ? null : Y.mergeUpdates(kept)
  }

  /** Makes what all pages have kept the changes of this page. */
  adopt(changes: Uint8Array) {
    this.storage.write(this.key, { [this.page]: textOf(changes) } satisfies Kept)
  }

  /** Keeps the changes of this page in place of those before. @returns whether they are kept: not beyond the limit */
  keep(changes: Uint8Array): boolean {
    const { [this.page]: _, ...others } = this.read()
    const isKept = changes.length <= UNSENT_LIMIT
    this.write(isKept ? { ...others, [this.page]: textOf(changes) } : others)
    return isKept
  }

  /** This page has nothing to keep. */
  drop() {
    const { [this.page]: own, ...others } = this.read()
    if (own !== undefined) this.write(others)
  }

  /** Throws away what all pages have kept. */
  clear() {
    this.storage.remove(this.key)
  }

  private read(): Kept {
    return this.storage.read<Kept>(this.key) ?? {}
  }

  private write(kept: Kept) {
    if (Object.keys(kept).length > 0) this.storage.write(this.key, kept)
    else this.clear()
  }
}

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
