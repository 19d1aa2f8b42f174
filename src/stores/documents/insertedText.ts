import * as Y from 'yjs'

/**
 * The letters that changes add and do not delete again, as words in composition do, in the order in which they were written.
 * @param updates as Yjs encodes them
 * @returns one line per place
 */
export function insertedText(updates: readonly Uint8Array[]): string {
  if (updates.length === 0) return ''
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]))
  let text = ''
  /** Where a letter goes on with the text: behind its last letter, or behind deleted ones that were behind that. */
  let ends: ReadonlySet<string> = new Set()
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) continue
    const { client, clock } = struct.id
    const deleted = ds.clients.get(client) ?? []
    const isDeleted = (at: number) => deleted.some((range) => at >= range.clock && at < range.clock + range.len)
    const letters = struct.content.str.split('').filter((_, at) => !isDeleted(clock + at))
    const goesOn = struct.origin !== null && ends.has(`${struct.origin.client} ${struct.origin.clock}`)
    const end = `${client} ${clock + struct.length - 1}`
    if (letters.length > 0) {
      if (text !== '' && !goesOn) text += '\n'
      text += letters.join('')
      ends = new Set([end])
    } else if (goesOn) ends = new Set([...ends, end])
  }
  return text
}
