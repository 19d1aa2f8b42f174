import { useEffect, useRef } from 'react'
import { needLazyWords } from '@/i18n/lazy/load'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { useLiveStore } from '@/screens/page/usePage'
import { PreviewRights } from '@/stores/previews/PreviewRights'
import type { PreviewStore } from '@/stores/previews/PreviewStore'

/** Updates the user's rights on a viewed file when others change them, and reports that (AH-20). @param isOn false on a link's page */
export function useLiveRights(preview: PreviewStore, t: Words<'preview'>, isOn: boolean): void {
  const { api, feedback } = useApp()
  const live = useLiveStore()
  const { item } = preview
  const folderId = item && item.final_role !== 'owner' ? item.parent_folder_id : null
  const latest = useRef({ preview, t })
  latest.current = { preview, t }
  useEffect(needLazyWords, [])
  useEffect(() => {
    if (!live || !isOn || folderId === null) return undefined
    const rights = new PreviewRights(
      api,
      folderId,
      () => latest.current.preview,
      (role) => {
        const { t: word } = latest.current
        feedback.toast({ text: word('preview.roleNow', { role: word(`role.${role}`) }) })
      },
    )
    return live.keep(rights)
  }, [live, isOn, folderId, api, feedback])
}
