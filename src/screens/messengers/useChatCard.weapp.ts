import { useShareAppMessage } from '@tarojs/taro'
import { useEffect } from 'react'
import { useApp } from '../app/AppContext'
import { useShown } from '../page/useShown'
import type { UseChatCard } from './UseChatCard'

/** The page's configuration has `enableShareAppMessage`; one part of a page uses this. */
export const useChatCard: UseChatCard = (card) => {
  const { chats } = useApp().platform
  const isShown = useShown()
  const isOffered = card !== null
  const activityId = card?.activityId ?? null
  useEffect(() => {
    if (isShown) chats?.offer(isOffered ? { activityId } : null)
  }, [chats, isShown, isOffered, activityId])
  useShareAppMessage(() => chats?.written(card) ?? {})
  return isOffered
}
