import { useEffect, useState } from 'react'
import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import { useApp } from '@/screens/app/AppContext'

/** The file of a document, for its menu; null while unknown. @param isWanted whether the user has a menu */
export function useItem(fileId: number, isWanted: boolean): Item | null {
  const { api, changes } = useApp()
  const [item, setItem] = useState<Item | null>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    const typedId = `file_${fileId}` as const
    let isOver = false
    const asked = api.call('GET /apps/files/get_info', { item_typed_id: typedId }, { quiet: true })
    void answerOrNull(asked).then((answer) => {
      if (!isOver && answer?.item) setItem(answer.item)
    })
    const unsubscribe = changes.subscribe((change) => {
      if (change.type === 'stale' || change.type === 'removed') return
      if (change.row.typed_id === typedId && !('frequent' in change.row)) setItem(change.row)
    })
    return () => {
      isOver = true
      unsubscribe()
    }
  }, [api, changes, fileId, isWanted])
  return item
}
