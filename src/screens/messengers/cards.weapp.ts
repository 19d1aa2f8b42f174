import { useShareAppMessage } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { LinkCard } from '@/stores/shares/LinkCard'
import { useApp } from '../app/AppContext'
import { useShown } from '../page/usePage'
import type { UseChatCard, UseLinkCard } from './CardHooks'

/** The page's configuration must have `enableShareAppMessage`, and only one part of a page may call this. */
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

export const useLinkCard: UseLinkCard = (link, { fallback, several, isFile }) => {
  const app = useApp()
  const [card, setCard] = useState<LinkCard | null>(null)
  const { id, unique_name: name = '', disable_forward: isPrivate = false } = link ?? {}
  useEffect(() => {
    const made = name !== '' ? new LinkCard(app, link!) : null
    setCard(made)
    void made?.load()
    // These identify a link.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [app, id, name, isPrivate])
  const told = card?.phase === 'ready' ? card : null
  const said = told && told.count > 1 ? several(told.title, told.count) : told?.title
  return useChatCard(
    told && {
      title: said || fallback,
      place: {
        page: isFile ? 'wxShare' : 'visit',
        uniqueName: name,
        ...(told.activityId !== null && { isPrivate: true }),
      },
      picture: told.picture,
      activityId: told.activityId,
    },
  )
}
