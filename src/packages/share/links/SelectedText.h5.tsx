import { useEffect, useRef } from 'react'
import type { SelectedTextProps } from './SelectedTextProps'
import './selectedText.scss'

/** A text that is selected already, so that it only has to be copied. */
export function SelectedText({ label, text }: SelectedTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(0, text.length)
  }, [text])
  return <textarea ref={field} className="selected-text" aria-label={label} value={text} rows={4} readOnly />
}
