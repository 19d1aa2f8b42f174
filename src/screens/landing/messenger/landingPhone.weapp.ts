import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { Arrivals } from '@/stores/landing/Arrivals'
import type { GrantStorage } from '@/stores/landing/GrantStorage'
import type { NoteArrival, OfferCard, OpenApp, UseReceiver } from './LandingPort'

/** A mini-program is never reloaded, so nothing is stored. */
export const grantStorage: GrantStorage = {
  read: () => '',
  write() {},
}

let arrivals: Arrivals | undefined

export const noteArrival: NoteArrival = ({ platform: { chats, clock, messages } }, { api, uniqueName }) => {
  if (!chats) return
  arrivals ??= new Arrivals(chats)
  void arrivals.note({ api, clock, messages }, uniqueName)
}

/** A mini-program forwards its own pages. */
export const offerCard: OfferCard = () => undefined

export const openApp: OpenApp = undefined

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
