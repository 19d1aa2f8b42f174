import { WordsContext } from '@/components/context'
import { loadLinksWords } from '@/i18n/links/load'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePlace'
import { usePackageWords } from '@/screens/usePackageWords'
import { LinkDetailsScreen } from './LinkDetailsScreen'
import { LinkListScreen } from './LinkListScreen'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'

/** `/shares`: the links that the user made; `/shares/:id`: one of them. */
export default function LinksPage() {
  const t = usePackageWords(loadLinksWords)
  const { id, item } = usePlace('shares') ?? {}
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>{id === undefined ? <LinkListScreen item={item} /> : <LinkDetailsScreen id={id} />}</SignedIn>
    </WordsContext.Provider>
  )
}
