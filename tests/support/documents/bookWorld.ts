import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { newBook } from '@/domain/documents/sheets/bookState'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import { BookStore } from '@/stores/documents/sheets/BookStore'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import { SheetTasks } from '@/stores/documents/sheets/SheetTasks'

/** A workbook in one page, and the same document of somebody else, who is connected at once. */
export function bookWorld({ mayWrite = true } = {}) {
  const [document, other] = [new Y.Doc(), new Y.Doc()]
  for (const each of [document, other]) Y.applyUpdate(each, newBook())
  const updates: Uint8Array[] = []
  document.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === 'other') return
    updates.push(update)
    Y.applyUpdate(other, update, 'mine')
  })
  other.on(
    'update',
    (update: Uint8Array, origin: unknown) => origin !== 'mine' && Y.applyUpdate(document, update, 'other'),
  )
  const awareness = new Awareness(document)
  const session = { document, provider: { awareness }, describeUnsaved: () => '' } as unknown as DocumentSession
  const right = { mayWrite }
  const book = new BookStore(session, () => right.mayWrite)
  const tasks = new SheetTasks()
  const end = () => {
    book.dispose()
    awareness.destroy()
  }
  return { book, tasks, document, other, updates, session, awareness, right, end, sheet: () => book.sheet! }
}

/** Chooses a cell by its name. */
export const choose = (sheet: SheetStore, name: string) =>
  sheet.choose({ row: Number(name.slice(1)) - 1, column: name.charCodeAt(0) - 65 })

/** Writes into a cell. */
export function write(sheet: SheetStore, name: string, text: string) {
  choose(sheet, name)
  sheet.draft.write(text)
  sheet.draft.commit()
}
