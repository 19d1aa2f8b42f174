import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Header } from '@/components/frame/Header'
import { WordsContext, useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { whyNotShare } from '@/domain/items/sharing'
import { loadLandingWords } from '@/i18n/landing/load'
import type { PlaceOf } from '@/platform/Platform'
import { Panels } from '@/screens/panels/Panels'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'
import '@/screens/landing/page/landing.scss'
import { LazyChatViewer } from '@/screens/landing/chat/LazyChatViewer'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/wx/preview/:file_id`: the user's file, opened from a chat (WX-01). */
export default function WxPreviewPage() {
  const { navigate } = useApp().platform
  const t = usePackageWords(loadLandingWords)
  const place = usePlace('wxPreview')
  useEffect(() => {
    if (!place) void navigate.replace({ page: 'files', space: 'frequent' })
  }, [place, navigate])
  if (!place) return null
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        <ChatPreview {...place} />
      </SignedIn>
    </WordsContext.Provider>
  )
}

const ChatPreview = observer(function ChatPreview({ fileId, root }: PlaceOf<'wxPreview'>) {
  const app = useApp()
  const t = useWords<'visit'>()
  const overlays = useDisposable(() => app.createOverlays())
  const [item, setItem] = useState<Item | null>(null)
  const [isGone, setGone] = useState(false)
  const { navigate } = app.platform
  const list = root
    ? ({ page: 'files', space: 'folder', id: String(root) } as const)
    : ({ page: 'files', space: 'own' } as const)

  return (
    <PageScreen
      open={overlays}
      header={
        <Header
          title={item?.name ?? ''}
          onBack={() => void (navigate.depth() > 0 ? navigate.back() : navigate.replace(list))}
        />
      }
      overlays={<Panels overlays={overlays} />}
      footer={
        item && !isGone ? (
          <Button label={t('visit.chat.toGroup')} onPress={() => toGroup(item)} />
        ) : isGone ? (
          <Button
            label={t('visit.chat.ownFiles')}
            onPress={() => void navigate.relaunch({ page: 'files', space: 'own' })}
          />
        ) : undefined
      }
    >
      <View className="visit-main visit-whole">
        <LazyChatViewer fileId={fileId} overlays={overlays} onItem={setItem} onClosed={() => setGone(true)} />
      </View>
    </PageScreen>
  )

  /** Sends a link to a group, since its members have no right to the file; the user chooses the link's settings. */
  function toGroup(shared: Item) {
    const reason = whyNotShare(abilitySubject(app, shared))
    if (reason) app.feedback.toast(refusalOf(reason, shared))
    else void navigate.push({ page: 'share', typedId: shared.typed_id })
  }
})
