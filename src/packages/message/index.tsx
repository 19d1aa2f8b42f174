import { WordsContext } from '@/components/ui/context'
import { loadMessageWords } from '@/i18n/messages/load'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { usePlace } from '@/screens/page/usePage'
import { ChildScreen } from '@/screens/messages/ChildScreen'
import { MessageScreen } from '@/screens/messages/MessageScreen'
import '@/theme/lazyIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/message/:type?/:id?` (RT-03). */
export default function MessagePage() {
  const t = usePackageWords(loadMessageWords)
  const place = usePlace('message')
  // The address of a message opens its invitations (2§2), or the centre with its kind.
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        {place?.type === 'collab' && place.id !== undefined ? (
          <ChildScreen messageId={place.id} />
        ) : (
          <MessageScreen first={place?.type ?? 'all'} />
        )}
      </SignedIn>
    </WordsContext.Provider>
  )
}
