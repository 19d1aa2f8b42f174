import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { useEffect, useMemo, useRef } from 'react'
import { useWords } from '@/components/ui/context'
import { contentsOf } from '../extensions'
import { usePictureSource } from '../pictures/PicturesContext'
import { compareTexts, showMarks } from './compareTexts'
import type { VersionProps } from './VersionProps'

/** The text of a state. Added words are underlined, removed ones struck through; the line above counts them. */
export default function VersionText({ state, earlier }: VersionProps) {
  const t = useWords<'document'>()
  const place = useRef<HTMLDivElement>(null)
  const source = usePictureSource()
  const compared = useMemo(() => compareTexts(contentsOf(t, source), state, earlier), [t, source, state, earlier])
  const { text, added, removed } = compared

  useEffect(() => {
    const editor = new Editor({
      element: place.current,
      extensions: [...contentsOf(t, source), showMarks(compared)],
      content: compared.text.toJSON(),
      injectCSS: false,
      editable: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-readonly': 'true',
          'aria-label': t('document.history.text'),
          class: 'document-text',
          tabindex: '0',
        },
      },
    })
    return () => editor.destroy()
  }, [compared, t, source])

  return (
    <>
      {earlier !== null && (
        <div className="history-count" role="status">
          {added === 0 && removed === 0 && t('document.history.same')}
          {added > 0 && <ins className="document-added">{t('document.history.added', { n: added })}</ins>}
          {removed > 0 && <del className="document-removed">{t('document.history.removed', { n: removed })}</del>}
        </div>
      )}
      {removed === 0 && isEmpty(text) && (
        <div className="history-count" role="status">
          {t('document.history.empty')}
        </div>
      )}
      <div className="history-page" ref={place} />
    </>
  )
}

/** Whether a text is one paragraph without letters. */
function isEmpty({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild!.isTextblock && firstChild!.childCount === 0
}
