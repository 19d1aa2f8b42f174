import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { ListSource } from '@/stores/items/lists/listSources'

/** The scroll position of a list, px: where the user left it if its page comes back by the bar at the foot (AH-47), else the top. */
export function useKeptTop(at: ListSource): { top: number } {
  const { lazy } = useApp()
  const [kept] = useState(() => ({ top: lazy.topPlaces?.takeTop(at) ?? 0 }))
  useEffect(() => () => lazy.topPlaces?.keepTop(at, kept.top), [lazy, at, kept])
  return kept
}
