import { WordsContext } from '@/components/ui/context'
import { RECEIVED_ID } from '@/domain/shares/received'
import { loadLinksWords } from '@/i18n/shares/links/load'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { LinkDetailsScreen } from '@/screens/shares/links/LinkDetailsScreen'
import { LinkListScreen } from '@/screens/shares/links/LinkListScreen'
import { ReceivedScreen } from '@/screens/shares/received/ReceivedScreen'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true, enableShareAppMessage: true })

/** `/shares`: the user's links; `/shares/:id`: one of them; `/shares/0`: what the user received. */
export default function LinksPage() {
  const t = usePackageWords(loadLinksWords)
  const { id, item } = usePlace('shares') ?? {}
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        {id === RECEIVED_ID ? (
          <ReceivedScreen />
        ) : id === undefined ? (
          <LinkListScreen item={item} />
        ) : (
          <LinkDetailsScreen id={id} />
        )}
      </SignedIn>
    </WordsContext.Provider>
  )
}
