import { useEffect } from 'react'
import { useApp } from '@/screens/app/AppContext'

/** The questions about a deletion that can be undone. */
const undoable: readonly string[] = ['remove.title', 'many.removeTitle']

/**
 * Gives the focus to a button of a question that opened without one, so that Enter answers: to the confirming button, as in file managers, or to the
 * declining one where confirming destroys something for good.
 */
export function useDialogFocus(): void {
  const { feedback } = useApp()
  const { dialog } = feedback
  useEffect(() => {
    if (!dialog) return undefined
    const { title, isDanger } = dialog
    const isSafe = !isDanger || ('key' in title && undoable.includes(title.key))
    // The dialog takes the focus itself first.
    const frame = requestAnimationFrame(() => {
      const box = document.activeElement
      if (!box?.matches('.dialog')) return
      const buttons = box.querySelectorAll<HTMLElement>('.dialog-buttons .button')
      buttons[isSafe ? buttons.length - 1 : 0]?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [dialog])
}
