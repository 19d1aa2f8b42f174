import { observer } from 'mobx-react'
import { useState } from 'react'
import { GuideCard } from '@/components/frame/GuideCard'
import { useWords } from '@/components/ui/context'
import type { IconName } from '@/components/ui/Icon'
import { guideOf, type Guide } from '@/domain/session/guides'
import { needLazyWords } from '@/i18n/lazy/load'
import { guidesOf } from '@/stores/app/GuideStore'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import '@/theme/lazyIcons.scss'

needLazyWords()

export interface GuidesProps {
  list: ListStore
  overlays: OverlayStore
}

const faces = {
  sync: { icon: 'refresh-cw', at: 'foot' },
  upload: { icon: 'plus', at: 'add' },
  logout: { icon: 'log-out', at: 'me' },
} as const satisfies Record<Guide, { icon: IconName; at: string }>

/** The guide of a place, one per visit, while no overlay covers the list (CTX-08, CTX-13). */
export default observer(function Guides({ list, overlays }: GuidesProps) {
  const app = useApp()
  const t = useWords()
  const [guides] = useState(() => guidesOf(app))
  const [hasClosed, setClosed] = useState(false)
  const { sessionContext, feedback, lazy, platform, session } = app
  const isFromWeChat = session.enterprise?.is_from_wechat_enterprise ?? false
  const guide = guideOf({ space: list.at.space, canUpload: list.uploadTarget !== null, isFromWeChat }, (each) =>
    guides.isOn(each),
  )
  const isFree = overlays.depth === 0 && !feedback.dialog && !feedback.currentToast && !lazy.uploads?.entries.length
  if (!guide || hasClosed || !isFree || list.phase !== 'ready') return null

  const from = guide === 'upload' && isFromWeChat ? 'uploadWeCom' : guide
  const title = t(`guide.${from}.title`)
  // Its words are loading.
  if (!title) return null
  const source = platform.can.pick.includes('chat') ? 'chat' : 'phone'
  return (
    <GuideCard
      {...faces[guide]}
      title={title}
      text={
        from === 'uploadWeCom'
          ? t(`guide.uploadWeCom.${source}`)
          : t(`guide.${from}.text`, { address: sessionContext.baseUrl })
      }
      onClose={() => {
        setClosed(true)
        guides.close(guide)
      }}
    />
  )
})
