import { useEffect } from 'react'
import { useLiveStore } from '@/screens/page/useLiveStore'
import type { MemberList } from '@/stores/members/MemberList'

/** Updates the topmost members when others change them (AH-20). */
export function useLiveMembers(list: MemberList): void {
  const live = useLiveStore()
  const isThere = list.phase !== 'loading'
  useEffect(() => (isThere ? live?.keep(list) : undefined), [isThere, live, list])
}
