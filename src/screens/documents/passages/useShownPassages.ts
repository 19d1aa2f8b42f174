import type { Editor } from '@tiptap/core'
import { autorun, reaction } from 'mobx'
import { useEffect } from 'react'
import type { PassageStore } from '@/stores/documents/PassageStore'
import { CHOSEN, revealPassage, showPassages } from './ShownPassages'

/** Keeps the marks in the text as the store has them, and scrolls to the thread that is shown. */
export function useShownPassages(editor: Editor | null, column: Element | null, store: PassageStore | null): void {
  useEffect(() => {
    if (editor === null || column === null || store === null) return undefined
    store.reveal = (thread) => revealPassage(editor.view, thread)
    const reveal = (thread: number | null) => void (thread !== null && store.reveal(thread))
    const stops = [
      autorun(() => showPassages(editor.view, shown(store))),
      reaction(() => shownThread(store), reveal, { fireImmediately: true }),
    ]
    // The comments and the keyboard take room from the text.
    const resized = new ResizeObserver(() => reveal(shownThread(store)))
    resized.observe(column)
    return () => {
      resized.disconnect()
      store.reveal = () => false
      for (const stop of stops) stop()
      if (!editor.isDestroyed) showPassages(editor.view, { passages: [], thread: null })
    }
  }, [editor, column, store])
}

/** The passages in the text, with the one that somebody has chosen. */
function shown({ passages, thread, chosen }: PassageStore) {
  if (chosen === null) return { passages, thread }
  return { passages: [...passages, { ...chosen, comment_id: CHOSEN, before: '', after: '' }], thread: CHOSEN }
}

/** The thread beside the text, if the text has its passage. */
function shownThread(store: PassageStore): number | null {
  const { passages, thread } = shown(store)
  return passages.some(({ comment_id }) => comment_id === thread) ? thread : null
}
