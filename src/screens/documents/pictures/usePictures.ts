import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import { useWords } from '@/components/ui/context'
import { DOCUMENT_PICTURE_LIMIT } from '@/domain/documents/bounds'
import { PICTURE_ELEMENT } from '@/domain/documents/pictures'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import { PICTURES_AT_ONCE, PictureSender } from '@/stores/documents/PictureSender'
import { preparePicture, type Prepared } from './preparePicture'

/** The bounds that words mention. */
const BOUNDS = { most: PICTURES_AT_ONCE, size: DOCUMENT_PICTURE_LIMIT / 1024 ** 2 }

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
  const { api, platform, feedback } = useApp()
  const t = useWords<'document'>()
  const sender = useDisposable(() => new PictureSender({ api, platform, access: session.access }, preparePicture))
  return {
    waiting: sender.waiting,
    add: (files) => void add(files),
  }

  async function add(files: readonly File[]) {
    const faults = await sender.send(files, (picture, file) => {
      if (!editor || editor.isDestroyed || !editor.isEditable) return false
      insert(editor, { picture, ...(file as Prepared).sides })
      return true
    })
    const lines = [...faults].map(([fault, n]) => t(`document.picture.${fault}`, { n, ...BOUNDS }))
    if (lines.length > 0) await feedback.alert({ text: lines.join('\n') })
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
