import type { Editor } from '@tiptap/core'
import type { Node, NodeType } from '@tiptap/pm/model'
import { Selection, type Transaction } from '@tiptap/pm/state'
import { insertPoint } from '@tiptap/pm/transform'
import { useWords } from '@/components/ui/context'
import { DOCUMENT_PICTURE_LIMIT } from '@/domain/documents/bounds'
import { PICTURE_ELEMENT } from '@/domain/documents/pictures'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import { PICTURES_AT_ONCE, PictureSender, type PictureFault } from '@/stores/documents/PictureSender'
import type { PicturePasting } from './Picture'
import { preparePicture, type Prepared } from './preparePicture'

/** The bounds that words mention. */
const BOUNDS = { most: PICTURES_AT_ONCE, size: DOCUMENT_PICTURE_LIMIT / 1024 ** 2 }

interface Pictures extends PicturePasting {
  /** pictures that are on their way */
  waiting: number
}

/**
 * Adds pictures to a text, below the paragraph where the caret is when a picture has been sent. The text names a picture only once the server has it, so nobody sees one that is not there. Call it in an observer.
 */
export function usePictures(editor: Editor | null, session: DocumentSession): Pictures {
  const { api, platform, feedback } = useApp()
  const t = useWords<'document'>()
  const sender = useDisposable(() => new PictureSender({ api, platform, access: session.access }, preparePicture))
  return {
    waiting: sender.waiting,
    onFiles: (files) => void add(files),
    onLeftOut: () => feedback.toast({ text: t('document.picture.leftOut') }),
  }

  async function add(files: readonly File[]) {
    const faults = await sender.send(files, (picture, file) => {
      if (!editor || editor.isDestroyed || !editor.isEditable) return false
      insert(editor, { picture, ...(file as Prepared).sides })
      return true
    })
    const { notAdded = 0, ...others } = Object.fromEntries(faults) as Partial<Record<PictureFault, number>>
    const lines = Object.entries(others).map(([fault, n]) =>
      t(`document.picture.${fault as keyof typeof others}`, { n, ...BOUNDS }),
    )
    if (lines.length > 0) await feedback.alert({ text: lines.join('\n') })
    // The app has said why, or says it in a line as long as there is no network.
    if (notAdded > 0) feedback.toast({ text: t('document.picture.notAdded', { n: notAdded }) })
  }
}

function insert(editor: Editor, attrs: { picture: string } & Prepared['sides']): void {
  editor.commands.command(({ tr, state }) => {
    const { nodes } = state.schema
    const picture = nodes[PICTURE_ELEMENT]!.create(attrs)
    const { from, to } = placeFor(tr, picture.type)
    tr.replaceWith(from, to, picture)
    const below = from + picture.nodeSize
    // Otherwise nothing could be written below the last picture.
    if (!Selection.findFrom(tr.doc.resolve(below), 1, true)) tr.insert(below, nodes.paragraph!.create())
    const caret = Selection.findFrom(tr.doc.resolve(below), 1, true)
    if (caret) tr.setSelection(caret).scrollIntoView()
    return true
  })
}

/** An empty paragraph makes room. Any other is not divided. */
function placeFor({ doc, selection: { $to, to } }: Transaction, type: NodeType): { from: number; to: number } {
  const { parent } = $to
  if (!parent.isTextblock) return nearest(doc, to, type)
  if (parent.content.size > 0) return nearest(doc, $to.parentOffset === 0 ? $to.before() : $to.after(), type)
  const index = $to.index(-1)
  const isReplaceable = $to.node(-1).canReplaceWith(index, index + 1, type)
  return isReplaceable ? { from: $to.before(), to: $to.after() } : nearest(doc, $to.after(), type)
}

function nearest(doc: Node, position: number, type: NodeType): { from: number; to: number } {
  const at = insertPoint(doc, position, type) ?? doc.content.size
  return { from: at, to: at }
}
