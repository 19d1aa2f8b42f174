import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { UseReceiver } from './UseReceiver'

export const useReceiver: UseReceiver = (store, isPrivate) => {
  const { chats } = useApp().platform
  const [isReceiver, setReceiver] = useState<boolean | null>(null)
  const isOwn = store.process?.share_link.is_owner ?? false
  const isGuarded = isPrivate && store.phase === 'open' && !isOwn
  const isAsked = isGuarded && isReceiver === null
  useEffect(() => {
    if (isAsked) void Promise.resolve(chats?.isReceiver() ?? false).then(setReceiver)
  }, [isAsked, chats])
  return isGuarded ? isReceiver : true
}
