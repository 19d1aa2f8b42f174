import { Extension, type Extensions } from '@tiptap/core'
import { Collaboration, isChangeOrigin } from '@tiptap/extension-collaboration'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableKit } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import type { Words } from '@/i18n/words'
import type { DocumentSession } from '@/stores/documents/DocumentSession'
import type { DocumentPerson } from '@/contract/documents'
import { EmptyBlocks } from './EmptyBlocks'
import { EmptyHeaders } from './EmptyHeaders'
import { Picture, type PicturePasting } from './pictures/Picture'
import type { PictureSource } from './pictures/PicturesContext'

/** The name of a text within its Yjs document. */
const FIELD = 'default'
/** px; a column of a table that nobody has made wider */
const CELL_WIDTH = 80

/** A reader's copy changes only as the writers' do: no rule of the editor, such as making links, changes it by itself. */
const ReadersChangeNothing = Extension.create({
  name: 'readersChangeNothing',
  addProseMirrorPlugins() {
    const { editor } = this
    const filterTransaction: Plugin['spec']['filterTransaction'] = (change) =>
      !change.docChanged || editor.isEditable || isChangeOrigin(change)
    return [new Plugin({ filterTransaction })]
  },
})

/**
 * How several people write a text.
 * @param user null for a reader who is not shown to others
 */
export function extensionsOf(
  session: DocumentSession,
  user: DocumentPerson | null,
  t: Words<'document'>,
  pasting: PicturePasting,
): Extensions {
  return [
    ...contentsOf(t, session, pasting),
    ReadersChangeNothing,
    Placeholder.configure({ placeholder: t('document.placeholder') }),
    Collaboration.configure({ document: session.document, field: FIELD, provider: session.provider }),
    EmptyBlocks.configure({ document: session.document, field: FIELD }),
    ...(user === null ? [] : [CollaborationCaret.configure({ provider: session.provider, user, render: caretOf })]),
  ]
}

/** What a text may contain. @param source where its pictures are @param pasting absent where nobody writes */
export function contentsOf(t: Words<'document'>, source: PictureSource | null, pasting?: PicturePasting): Extensions {
  return [
    Picture.configure({ source, t, pasting }),
    StarterKit.configure({
      // One's own steps are undone by the collaboration; a paragraph after the end would be a change by a mere reader.
      undoRedo: false,
      trailingNode: false,
      underline: false,
      link: { openOnClick: 'whenNotEditable' },
    }),
    TaskList,
    TaskItem.configure({
      nested: true,
      a11y: { checkboxLabel: (item) => t('document.task', { text: item.textContent }) },
    }),
    TableKit.configure({ table: { resizable: false, renderWrapper: true, cellMinWidth: CELL_WIDTH } }),
    EmptyHeaders,
  ]
}

/** Another person's caret, with their name. */
function caretOf({ name, color }: Record<string, unknown>): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'document-caret'
  caret.style.borderColor = String(color)
  const label = document.createElement('span')
  label.className = 'document-caret-name'
  label.style.backgroundColor = String(color)
  label.textContent = typeof name === 'string' ? name : ''
  caret.append(label)
  return caret
}
