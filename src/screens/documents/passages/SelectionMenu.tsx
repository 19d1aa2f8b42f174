import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { wordsIn } from './places'

interface Props {
  editor: Editor
  /** The scroller of the text. */
  column: HTMLElement
  onComment(): void
}

/** px below what is selected: a phone draws its handles there */
const BELOW = 28
/** px that the menu keeps from the right edge */
const WIDTH = 112

/** What can be done with the selected words, below them: also for readers, who have no line of tools. */
export function SelectionMenu({ editor, column, onComment }: Props) {
  const t = useWords<'document'>()
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useEffect(() => {
    const look = () => setPlace(placeIn(editor, column))
    editor.on('selectionUpdate', look).on('update', look)
    return () => void editor.off('selectionUpdate', look).off('update', look)
  }, [editor, column])
  if (place === null) return null
  return (
    <button
      type="button"
      className="document-selection"
      style={place}
      // The selection stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        setPlace(null)
        onComment()
      }}
    >
      <Icon name="message-square" size={18} />
      {t('document.passage.comment')}
    </button>
  )
}

function placeIn({ state, view }: Editor, column: HTMLElement): { left: number; top: number } | null {
  const { from, to, empty } = state.selection
  if (empty || wordsIn(state.doc, { from, to }) === '') return null
  const { left, bottom } = view.coordsAtPos(to)
  const box = column.getBoundingClientRect()
  return {
    left: Math.max(8, Math.min(left - box.left - WIDTH / 2, box.width - WIDTH)),
    top: bottom - box.top + column.scrollTop + BELOW,
  }
}
