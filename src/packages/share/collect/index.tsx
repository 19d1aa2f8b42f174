import { WordsContext } from '@/components/ui/context'
import { loadFileRequestWords } from '@/i18n/fileRequests/load'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { FileRequestDetailsScreen } from '@/screens/fileRequests/FileRequestDetailsScreen'
import { FileRequestListScreen } from '@/screens/fileRequests/FileRequestListScreen'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'
import '@/screens/fileRequests/fileRequests.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true, enableShareAppMessage: true })

/** `/collects`: the user's collecting links; `/collects/:id`: one of them (AH-25). */
export default function FileRequestsPage() {
  const t = usePackageWords(loadFileRequestWords)
  const { id, folder } = usePlace('collects') ?? {}
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        {id === undefined ? <FileRequestListScreen folderId={folder} /> : <FileRequestDetailsScreen id={id} />}
      </SignedIn>
    </WordsContext.Provider>
  )
}
