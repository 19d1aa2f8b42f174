import { useState } from 'react'
import type { ZoneAt } from '@/domain/shares/expiry'
import { useApp } from '@/screens/app/AppContext'

/** The phone's zone at a moment, which the rules of expiry ask for. */
export function useZone(): ZoneAt {
  const { clock } = useApp().platform
  const [zoneAt] = useState((): ZoneAt => (seconds) => clock.zone(seconds * 1000))
  return zoneAt
}
