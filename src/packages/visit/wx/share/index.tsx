import { WordsContext } from '@/components/ui/context'
import { loadLandingWords } from '@/i18n/landing/load'
import { usePlace } from '@/screens/page/usePage'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { LazyNoLink } from '@/screens/landing/page/LazyScreens'
import { LandingContent } from '@/screens/landing/page/LandingContent'
import '@/screens/landing/page/landing.scss'
import { ChatFileScreen, ChatSavedContext } from '@/screens/landing/chat/ChatFileScreen'

definePageConfig({ navigationStyle: 'custom', disableScroll: true, enableShareAppMessage: true })

/** `/wx/share/preview/:unique_name`: a link, opened from a chat (WX-02). */
export default function WxSharePage() {
  const t = usePackageWords(loadLandingWords)
  const place = usePlace('wxShare')
  return (
    <WordsContext.Provider value={t}>
      {place ? (
        <ChatSavedContext.Provider value={place.saved === true}>
          <LandingContent
            uniqueName={place.uniqueName}
            item={itemOf(place)}
            password={place.password}
            isPrivate={place.isPrivate}
            ChatFile={ChatFileScreen}
          />
        </ChatSavedContext.Provider>
      ) : (
        <LazyNoLink />
      )}
    </WordsContext.Provider>
  )
}

function itemOf({ item, root }: { item?: number; root?: number }): string | undefined {
  if (item !== undefined) return `file_${item}`
  return root ? `folder_${root}` : undefined
}
