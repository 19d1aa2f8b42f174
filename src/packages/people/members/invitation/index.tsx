import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadMembersWords } from '@/i18n/members/load'
import { useApp } from '@/screens/app/AppContext'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { InvitationScreen } from '@/screens/members/InvitationScreen'
import '@/theme/lazyIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/collab/accept?collab_id`; other addresses of that kind lead to the collab space (decisions 4.25). */
export default observer(function InvitationPage() {
  const t = usePackageWords(loadMembersWords)
  const { navigate } = useApp().platform
  const place = usePlace('invitation')
  const isElsewhere = place === undefined
  useEffect(() => {
    if (isElsewhere) void navigate.replace({ page: 'files', space: 'collab' })
  }, [isElsewhere, navigate])
  if (!place) return null
  return (
    <WordsContext.Provider value={t}>
      <SignedIn>
        <InvitationScreen collabId={place.collabId} />
      </SignedIn>
    </WordsContext.Provider>
  )
})
