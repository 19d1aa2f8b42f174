import { autorun } from 'mobx'
import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { DocumentStore } from '@/stores/documents/DocumentStore'

/** ms without a letter after which all is said to be saved */
const PAUSE = 400

/** Whether everything is saved and nobody is writing: saying so after each letter would flicker. */
export function useSettled(store: DocumentStore): boolean {
  const { clock } = useApp().platform
  const [isSettled, setSettled] = useState(store.isSaved)
  useEffect(() => {
    let stop = () => {}
    const end = autorun(() => {
      stop()
      if (store.isSaved) stop = clock.after(PAUSE, () => setSettled(true))
      else setSettled(false)
    })
    return () => {
      end()
      stop()
    }
  }, [store, clock])
  return isSettled
}
