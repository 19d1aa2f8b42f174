import { useState } from 'react'
import type { ZoneAt } from '@/domain/shares/expiry'
import { useApp } from '@/screens/app/AppContext'

/** The phone's time zone at a moment, for the rules of expiry. */
export function useZone(): ZoneAt {
  const { clock } = useApp().platform
  const [zoneAt] = useState((): ZoneAt => (seconds) => clock.zone(seconds * 1000))
  return zoneAt
}
