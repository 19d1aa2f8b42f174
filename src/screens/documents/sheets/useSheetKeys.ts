import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { SheetTasks } from '@/stores/documents/sheets/SheetTasks'

interface Options {
  book: BookStore | null
  tasks: SheetTasks
  /** The field in which cells are written. */
  input: RefObject<HTMLTextAreaElement>
  mayWrite: boolean
  /** @param isWhole whether everything fitted */
  onPasted(isWhole: boolean): void
}

const arrows: Record<string, [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
/** rows of a page */
const PAGE = 15
/** The code of keys that an input method takes. */
const IN_COMPOSITION = 229

/** The keys and the clipboard of a table. While nothing is written, keys move the chosen cell; letters begin to write. */
export function useSheetKeys({ book, tasks, input, mayWrite, onPasted }: Options) {
  const sheet = book?.sheet ?? null

  /** Whether an event belongs to the table or to the field of cells, and not to another field. */
  const isOurs = (target: EventTarget) =>
    target === input.current || (target instanceof HTMLElement && target.closest('.book-table') !== null)

  return {
    onKeyDown(event: KeyboardEvent) {
      // An input method ends with Enter, too.
      if (event.nativeEvent.isComposing || event.keyCode === IN_COMPOSITION) return begin(event)
      if (sheet === null || !isOurs(event.target)) return
      if (sheet.draft.isOpen ? written(event) : moved(event) || commanded(event)) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) begin(event)
    },

    onCopy(event: ClipboardEvent) {
      if (sheet === null || sheet.draft.isOpen || !isOurs(event.target)) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', tasks.copy(sheet))
    },

    onCut(event: ClipboardEvent) {
      if (sheet === null || sheet.draft.isOpen || !isOurs(event.target) || !mayWrite) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', tasks.cut(sheet))
    },

    /** Several cells are pasted into the table, also while one is open and unchanged. */
    onPaste(event: ClipboardEvent) {
      if (sheet === null || !mayWrite || !isOurs(event.target)) return
      const text = event.clipboardData.getData('text/plain')
      const isWriting = sheet.draft.changedText !== ''
      if (isWriting || (sheet.draft.isOpen && !/[\t\n]/.test(text))) return
      event.preventDefault()
      onPasted(tasks.paste(sheet, text))
    },
  }

  /** Letters go into the field, in place of what the cell holds. */
  function begin(event: KeyboardEvent) {
    const field = input.current
    if (sheet === null || !mayWrite || field === null || event.target === field || sheet.draft.isOpen) return
    if (!isOurs(event.target) || sheet.chosen === null) return
    field.focus()
    field.select()
  }

  function written({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { draft } = sheet!
    switch (key) {
      case 'Enter':
        if (altKey || ctrlKey || metaKey) {
          const field = input.current!
          field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
          draft.write(field.value)
          return true
        }
        if (draft.commit()) sheet!.move(shiftKey ? -1 : 1, 0)
        return true
      case 'Tab':
        if (draft.commit()) sheet!.move(0, shiftKey ? -1 : 1)
        return true
      case 'Escape':
        draft.discard()
        return true
      default:
        return false
    }
  }

  function moved({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { chosen, rows } = sheet!
    const arrow = arrows[key]
    if (chosen === null) {
      if (!arrow) return false
      sheet!.choose({ row: 0, column: 0 })
      return true
    }
    const isFar = ctrlKey || metaKey
    if (arrow) sheet!.move(arrow[0] * (isFar ? rows.length : 1), arrow[1] * (isFar ? rows.length : 1), shiftKey)
    else if (key === 'PageDown' || key === 'PageUp') sheet!.move(key === 'PageDown' ? PAGE : -PAGE, 0, shiftKey)
    else if (key === 'Home') sheet!.move(isFar ? -rows.length : 0, -chosen.column, shiftKey)
    else return false
    return true
  }

  function commanded({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (!mayWrite) return false
    const command = ctrlKey || metaKey ? key.toLowerCase() : null
    if (command === 'z' || command === 'y') {
      if (command === 'y' || shiftKey) book!.redo()
      else book!.undo()
    } else if (command === 'b') {
      const id = sheet!.chosenId
      if (id) tasks.restyle(sheet!, { bold: sheet!.styleOf(id).bold ? undefined : true })
    } else if (command === null && (key === 'Delete' || key === 'Backspace')) tasks.clear(sheet!)
    else if (command === null && (key === 'F2' || key === 'Enter')) {
      sheet!.draft.open()
      input.current?.focus()
    } else return false
    return true
  }
}
