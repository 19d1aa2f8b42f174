import { WordsContext } from '@/components/ui/context'
import { loadCollectWords } from '@/i18n/fileRequests/load'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { CollectDetailsScreen } from '@/screens/fileRequests/FileRequestDetailsScreen'
import { CollectListScreen } from '@/screens/fileRequests/FileRequestListScreen'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'
import '@/screens/fileRequests/fileRequests.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true, enableShareAppMessage: true })

/** `/collects`: the user's collecting links; `/collects/:id`: one of them (AH-25). */
export default function CollectsPage() {
  const t = usePackageWords(loadCollectWords)
  const { id, folder } = usePlace('collects') ?? {}
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        {id === undefined ? <CollectListScreen folderId={folder} /> : <CollectDetailsScreen id={id} />}
      </SignedIn>
    </WordsContext.Provider>
  )
}
