import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { CommentedPassage } from '@/contract/comments'
import { rangesOf } from './places'

/** The thread of a passage that is chosen, and has no comment yet. */
export const CHOSEN = 0

interface Told {
  passages: readonly CommentedPassage[]
  /** The thread that is shown beside the text. */
  thread: number | null
}

interface Shown extends Told {
  marks: DecorationSet
}

const key = new PluginKey<Shown>('passages')
const none: Shown = { passages: [], thread: null, marks: DecorationSet.empty }

/** Marks the passages that comments are about. They are no part of the text: nobody's copy of it changes. */
export const ShownPassages = Extension.create<{ onOpen(thread: number): void }>({
  name: 'shownPassages',
  addProseMirrorPlugins() {
    const { onOpen } = this.options
    return [
      new Plugin<Shown>({
        key,
        state: {
          init: () => none,
          apply(change, shown, _before, state) {
            const told = change.getMeta(key) as Told | undefined
            if (told) return drawn(state, told)
            if (!change.docChanged || shown.passages.length === 0) return shown
            // The collaboration replaces the whole text, so nothing can be mapped.
            if (isChangeOrigin(change)) return drawn(state, shown)
            return { ...shown, marks: shown.marks.map(change.mapping, change.doc) }
          },
        },
        props: {
          decorations: (state) => key.getState(state)?.marks,
          handleDOMEvents: {
            click(_view, { target }) {
              const mark = target instanceof Element ? target.closest('[data-thread]') : null
              const thread = Number(mark?.getAttribute('data-thread') ?? CHOSEN)
              if (thread !== CHOSEN) onOpen(thread)
              return false
            },
          },
        },
      }),
    ]
  },
})

/** Shows these passages. */
export function showPassages({ state, dispatch }: EditorView, told: Told): void {
  dispatch(state.tr.setMeta(key, told).setMeta('addToHistory', false))
}

/** Scrolls to the passage of a thread. @returns false if the text does not have it */
export function revealPassage(view: EditorView, thread: number): boolean {
  const mark = view.dom.querySelector(`[data-thread="${thread}"]`)
  mark?.scrollIntoView({ block: 'center' })
  return mark !== null
}

function drawn(state: EditorState, { passages, thread }: Told): Shown {
  const marks = [...rangesOf(state, passages)].map(([id, { from, to }]) => {
    const look = id === thread ? 'document-passage document-passage-open' : 'document-passage'
    return Decoration.inline(from, to, { nodeName: 'mark', class: look, 'data-thread': String(id) })
  })
  return { passages, thread, marks: DecorationSet.create(state.doc, marks) }
}
