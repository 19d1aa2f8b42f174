import { useEffect } from 'react'
import { pollList } from '@/stores/lists/pollList'
import type { MemberList } from '@/stores/people/MemberList'
import { useApp } from '@/screens/AppContext'
import { useShown } from '@/screens/page/useShown'

const always = () => true

/** The members on top change when others act (AH-20): told by a stream where there is one, else asked for. */
export function useLiveMembers(list: MemberList): void {
  const {
    lazy,
    platform: { clock },
    platform,
    session,
  } = useApp()
  const { live } = lazy
  const isOn = useShown() && session.phase === 'signedIn' && list.phase !== 'loading'
  useEffect(() => {
    if (!isOn) return undefined
    return live ? live.keep(list, always) : pollList(list, always, clock, lazy)
  }, [isOn, live, list, clock, lazy, platform])
}
