import { useEffect, useState } from 'react'
import { useApp } from '@/screens/AppContext'
import type { UseReceiver } from './UseReceiver'

export const useReceiver: UseReceiver = (store, isPrivate) => {
  const { chats } = useApp().platform
  const [isProven, setProven] = useState(false)
  const isOwn = store.process?.share_link.is_owner ?? false
  const isAsked = isPrivate && store.phase === 'open' && !isOwn && !isProven
  useEffect(() => {
    if (!isAsked) return
    void Promise.resolve(chats?.isReceiver() ?? false).then((isReceiver) =>
      isReceiver ? setProven(true) : store.turnAway(),
    )
  }, [isAsked, chats, store])
  return !isAsked
}
