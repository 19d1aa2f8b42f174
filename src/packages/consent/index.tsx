import { useEffect } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadConsentWords } from '@/i18n/applications/consent/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { ConsentScreen } from '@/screens/applications/ConsentScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import '@/theme/lazyIcons.scss'
import '@/screens/applications/consent.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/oauth/authorize`: a user allows an application (OAPI-01). No page may frame it. H5 only. */
export default function ConsentPage() {
  const t = usePackageWords(loadConsentWords)
  useEffect(needLazyWords, [])
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        <ConsentScreen />
      </SignedIn>
    </WordsContext.Provider>
  )
}
