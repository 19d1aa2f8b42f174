import { accessIn } from '@/domain/documents/address'
import { handAccess } from './documentAccess'
import type { Entry } from './router/entries'
import { parts } from './router/parts'

/** Opens the pages of documents (stores/documents/DocumentPages); the router's own code is part of the first page (`router/parts`). */
export function createDocumentPages() {
  let keys = 0
  const newKey = () => `${Date.now().toString(36)}+${(keys += 1)}`

  /** Writes an entry above the present one. */
  function push(address: string): void {
    const here = history.state as Entry
    const below = [...here.below, { key: here.key, position: here.position, address: here.address }]
    parts.pushEntry({ key: newKey(), position: here.position + 1, address, overlays: [], below })
  }

  /** Writes an entry in place of the present one: of the topmost overlay, or of the page. */
  function replace(address: string): void {
    const { key, position, below, overlays, address: own } = history.state as Entry
    const mark = { key, position: position - 1, address: own }
    const rest = overlays.length > 0 ? [...below, mark] : below
    parts.replaceEntry({ key: newKey(), position, address, overlays: [], below: rest })
  }

  return {
    isOwn: (address: string) => accessIn(address) !== null,
    async open(fileId: number, address: string, isInPlace = false, thread?: number) {
      const access = accessIn(address)
      if (access !== null) handAccess(fileId, access)
      const page = `/documents/${fileId}${thread === undefined ? '' : `?thread=${thread}`}`
      await parts.openBy(page, () => (isInPlace ? replace(page) : push(page)))
    },
  }
}
