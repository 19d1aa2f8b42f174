import { useShareAppMessage } from '@tarojs/taro'
import { useEffect } from 'react'
import { pageUrl } from '@/platform/places'
import { createChats } from '@/platform/weapp/chats'
import { useShown } from '../page/useShown'
import type { UseChatCard } from './ChatCard'

/** What a card shows without a picture of its own: otherwise WeChat takes one of the screen, on which a password may stand. */
const PICTURE = '/card.png'

/** The page's configuration has `enableShareAppMessage`; one part of a page uses this. */
export const useChatCard: UseChatCard = (card) => {
  const isShown = useShown()
  const isOffered = card !== null
  const activityId = card?.activityId ?? null
  useEffect(() => {
    if (isShown) createChats(wx).offer(isOffered ? { activityId } : null)
  }, [isShown, isOffered, activityId])
  useShareAppMessage(() => ({
    title: card?.title ?? '',
    path: card ? pageUrl(card.place) : '',
    imageUrl: card?.picture || PICTURE,
  }))
  return isOffered
}
