import { Editor } from '@tiptap/core'
import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { watermarkImage } from '@/domain/previews/readingWatermark'
import { useTheme } from '@/components/ui/context'
import type { EditorProps } from './EditorProps'
import { extensionsOf } from './extensions'
import { EditorTools } from './EditorTools'

/** The text, and the tools below it for those who may write. */
export default observer(function TextEditor({ store, session }: EditorProps) {
  const t = useWords<'document'>()
  const { dark } = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const { mayWrite, watermark, user } = store

  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: extensionsOf(session, user, t),
      // The styles are in documents.scss.
      injectCSS: false,
      editable: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t('document.text'),
          class: 'document-text',
        },
      },
    })
    setEditor(made)
    return () => {
      setEditor(null)
      made.destroy()
    }
    // Another language does not make another editor: what is being written would be lost.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session])

  useEffect(() => {
    if (!editor) return
    editor.setEditable(mayWrite)
    editor.view.dom.setAttribute('aria-readonly', String(!mayWrite))
  }, [editor, mayWrite])

  return (
    <>
      <div className="document-page">
        <div className="document-column" ref={place} onClick={(event) => focusEnd(event.target, event.currentTarget)} />
        {watermark !== null && (
          <div
            className="document-watermark"
            style={{ backgroundImage: `url("${watermarkImage(watermark, dark ? 'white' : 'black')}")` }}
            aria-hidden
          />
        )}
      </div>
      {editor && mayWrite && <EditorTools editor={editor} />}
    </>
  )

  /** A tap below the text writes at its end. */
  function focusEnd(target: EventTarget, column: Element) {
    if (mayWrite && target === column) editor?.commands.focus('end')
  }
})
