import { useEffect, useRef } from 'react'
import type { UnsavedForm } from '@/stores/administration/LeavingStore'
import { useConsole } from '../ConsoleContext'

/** Asks before the user leaves the changes of this form. */
export function useUnsaved(form: UnsavedForm) {
  const { leaving } = useConsole().address
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(
    () =>
      leaving.add({
        isDirty: () => latest.current.isDirty(),
        save: () => latest.current.save(),
        discard: () => latest.current.discard(),
        staysIn: (section) => latest.current.staysIn(section),
      }),
    [leaving],
  )
}
