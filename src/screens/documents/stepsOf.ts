import type { Editor } from '@tiptap/core'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'

/** One's own steps in a text, which are undone and redone. */
export function stepsOf(editor: Editor): UndoManager | undefined {
  const state = yUndoPluginKey.getState(editor.state) as { undoManager: UndoManager } | undefined
  return state?.undoManager
}
