import { useEffect, useRef } from 'react'
import { needLazyWords } from '@/i18n/lazy/load'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/AppContext'
import { useShown } from '@/screens/page/useShown'
import { pollList } from '@/stores/lists/pollList'
import { PreviewRights } from '@/stores/preview/PreviewRights'
import type { PreviewStore } from '@/stores/preview/PreviewStore'

const always = () => true

/** While a colleague's file is looked at: what the user may do with it, when others change that, and says so (AH-20). @param isOn not by a link */
export function useLiveRights(preview: PreviewStore, t: Words<'preview'>, isOn: boolean): void {
  const { api, feedback, lazy, platform, session } = useApp()
  const { live } = lazy
  const isShown = useShown()
  const { item } = preview
  const folderId = item && item.final_role !== 'owner' ? item.parent_folder_id : null
  const isWatched = isOn && isShown && session.phase === 'signedIn' && folderId !== null
  const latest = useRef({ preview, t })
  latest.current = { preview, t }
  useEffect(needLazyWords, [])
  useEffect(() => {
    if (!isWatched) return undefined
    const rights = new PreviewRights(
      api,
      folderId,
      () => latest.current.preview,
      (role) => {
        const { t: word } = latest.current
        feedback.toast({ text: word('preview.roleNow', { role: word(`role.${role}`) }) })
      },
    )
    return live ? live.keep(rights, always) : pollList(rights, always, platform.clock, lazy)
  }, [isWatched, folderId, live, api, feedback, platform, lazy])
}
