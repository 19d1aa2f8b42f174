import { Editor } from '@tiptap/core'
import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { usePassages } from '@/screens/comments/PassageContext'
import { watermarkImage } from '@/domain/previews/readingWatermark'
import { useTheme } from '@/components/ui/context'
import type { EditorProps } from './EditorProps'
import { extensionsOf } from './extensions'
import { EditorTools } from './EditorTools'
import { stepsOf } from './stepsOf'
import { chosenPassage } from './passages/places'
import { SelectionMenu } from './passages/SelectionMenu'
import type { PicturePasting } from './pictures/Picture'
import { usePictures } from './pictures/usePictures'
import { ShownPassages } from './passages/ShownPassages'
import { useShownPassages } from './passages/useShownPassages'

/** The text, and the tools below it for those who may write. */
export default observer(function TextEditor({ store, session, onComments }: EditorProps) {
  const t = useWords<'document'>()
  const { dark } = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const passages = usePassages()
  const openThread = useRef<(thread: number) => void>(() => {})
  openThread.current = (thread) => {
    passages?.show(thread)
    onComments()
  }
  const pasting = useRef<PicturePasting | null>(null)
  const [column, setColumn] = useState<HTMLDivElement | null>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const { mayWrite, watermark, user } = store

  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: [
        ...extensionsOf(session, user, t, {
          onFiles: (files) => pasting.current?.onFiles(files),
          onLeftOut: () => pasting.current?.onLeftOut(),
        }),
        ShownPassages.configure({ onOpen: (thread) => openThread.current(thread) }),
      ],
      // The styles are in documents.scss.
      injectCSS: false,
      editable: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t('document.text'),
          class: 'document-text',
          // Readers scroll with the keyboard, too.
          tabindex: '0',
        },
      },
    })
    setEditor(made)
    const { dom } = made.view
    const { composing } = session
    // Before the editor itself hears of it.
    dom.addEventListener('compositionstart', () => composing.begin(), { capture: true })
    dom.addEventListener('compositionend', () => composing.end())
    const forgetSteps = () => stepsOf(made)?.clear()
    session.onRestored.add(forgetSteps)
    return () => {
      session.onRestored.delete(forgetSteps)
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

  useShownPassages(editor, column, passages)
  const pictures = usePictures(editor, session)
  pasting.current = pictures

  return (
    <>
      <div className="document-page">
        <div
          className="document-column"
          ref={setColumn}
          onClick={(event) => focusEnd(event.target, event.currentTarget)}
        >
          <div className="document-mount" ref={place} />
          {editor && column && passages && <SelectionMenu editor={editor} column={column} onComment={comment} />}
        </div>
        {watermark !== null && (
          <div
            className="document-watermark"
            style={{ backgroundImage: `url("${watermarkImage(watermark, dark ? 'white' : 'black')}")` }}
            aria-hidden
          />
        )}
      </div>
      {pictures.waiting > 0 && (
        <div className="document-sending" role="status">
          {t('document.picture.sending', { n: pictures.waiting })}
        </div>
      )}
      {editor && mayWrite && (
        <EditorTools editor={editor} onComment={passages ? comment : undefined} onPictures={pictures.onFiles} />
      )}
    </>
  )

  /** Comments on what is selected, or shows the comments where nothing is. */
  function comment() {
    if (editor === null || passages === null) return
    passages.choose(chosenPassage(editor.state))
    editor.commands.blur()
    onComments()
  }

  /** A tap below the text writes at its end. */
  function focusEnd(target: EventTarget, column: Element) {
    if (mayWrite && target === column) editor?.commands.focus('end')
  }
})
