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
/** px between the edges of the text and the menu, and half the width that the menu has in text of usual size */
const EDGE = 8
const HALF = 56

/** What can be done with the selected words, below them: also for readers, who have no line of tools. */
export function SelectionMenu({ editor, column, onComment }: Props) {
  const t = useWords<'document'>()
  const [place, setPlace] = useState<Place | null>(null)
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

/** px; it grows with its words to the side where there is room */
type Place = { top: number } & ({ left: number } | { right: number })

function placeIn({ state, view }: Editor, column: HTMLElement): Place | null {
  const { from, to, empty } = state.selection
  if (empty || wordsIn(state.doc, { from, to }) === '') return null
  const { left, bottom } = view.coordsAtPos(to)
  const box = column.getBoundingClientRect()
  const top = bottom - box.top + column.scrollTop + BELOW
  const middle = left - box.left
  return middle < box.width / 2
    ? { top, left: Math.max(EDGE, middle - HALF) }
    : { top, right: Math.max(EDGE, box.width - middle - HALF) }
}
