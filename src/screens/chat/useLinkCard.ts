import { useEffect, useState } from 'react'
import { LinkCard, type CardedLink } from '@/stores/sharing/LinkCard'
import { useApp } from '../AppContext'
import { useChatCard } from './useChatCard'

interface Worded {
  /** What a card says where a stranger is told nothing of the link. */
  fallback: string
  /** The name of the first of so many items. */
  several(name: string, n: number): string
  /** It shows one file. */
  isFile: boolean
}

/**
 * Lets a page of the mini-program be forwarded as the card of a link; for observers.
 * @param link null: nothing of the page may be forwarded
 * @returns whether buttons that forward work
 */
export function useLinkCard(link: CardedLink | null, { fallback, several, isFile }: Worded): boolean {
  const app = useApp()
  const [card, setCard] = useState<LinkCard | null>(null)
  const { id, unique_name: name = '', disable_forward: isPrivate = false } = link ?? {}
  useEffect(() => {
    const made = name !== '' && app.platform.name === 'weapp' ? new LinkCard(app, link!) : null
    setCard(made)
    void made?.load()
    // A link is known by these.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [app, id, name, isPrivate])
  const told = card?.phase === 'ready' ? card : null
  const said = told && told.count > 1 ? several(told.title, told.count) : told?.title
  return useChatCard(
    told && {
      title: said || fallback,
      place: isFile ? { page: 'wxShare', uniqueName: name } : { page: 'visit', uniqueName: name },
      picture: told.picture,
      activityId: told.activityId,
    },
  )
}
