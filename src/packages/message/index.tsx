import { WordsContext } from '@/components/context'
import { loadMessageWords } from '@/i18n/message/load'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePackageWords } from '@/screens/usePackageWords'
import { usePlace } from '@/screens/page/usePlace'
import { MessageScreen } from './MessageScreen'
import '@/theme/lazyIcons.scss'

/** `/message/:type?/:id?` (RT-03). */
export default function MessagePage() {
  const t = usePackageWords(loadMessageWords)
  const place = usePlace('message')
  // A message's address opens the centre at its kind.
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        <MessageScreen first={place?.type ?? 'all'} />
      </SignedIn>
    </WordsContext.Provider>
  )
}
