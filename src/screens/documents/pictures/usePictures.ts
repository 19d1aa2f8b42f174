import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import { PICTURE_ELEMENT } from '@/domain/documents/pictures'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import { PictureSender } from '@/stores/documents/PictureSender'
import { preparePicture, type Prepared } from './preparePicture'

interface Pictures {
  /** pictures that are on their way */
  waiting: number
  /** Sends pictures, and puts each into the text where the caret is then. */
  add(files: readonly File[]): void
}

/**
 * Adds pictures to a text. The text names a picture only once the server has it, so nobody sees one that is not there. Call it in an observer.
 */
export function usePictures(editor: Editor | null, session: DocumentSession): Pictures {
  const { api, platform } = useApp()
  const sender = useDisposable(() => new PictureSender({ api, platform, access: session.access }, preparePicture))
  return {
    waiting: sender.waiting,
    add: (files) =>
      void sender.send(files, (picture, file) => {
        if (!editor || editor.isDestroyed || !editor.isEditable) return false
        insert(editor, { picture, ...(file as Prepared).sides })
        return true
      }),
  }
}

function insert(editor: Editor, attrs: { picture: string } & Prepared['sides']): void {
  editor.commands.command(({ tr, state }) => {
    const { nodes } = state.schema
    const picture = nodes[PICTURE_ELEMENT]!.create(attrs)
    const { selection } = tr
    // A chosen picture stays.
    if (selection instanceof NodeSelection) {
      tr.insert(selection.to, picture)
      tr.setSelection(Selection.near(tr.doc.resolve(selection.to + picture.nodeSize)))
    } else tr.replaceSelectionWith(picture)
    // Otherwise nothing could be written below the last picture.
    if (tr.doc.lastChild?.type === picture.type) {
      const end = tr.doc.content.size
      tr.insert(end, nodes.paragraph!.create()).setSelection(TextSelection.create(tr.doc, end + 1))
    }
    return true
  })
}
