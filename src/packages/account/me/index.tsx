import { MeScreen } from '@/screens/session/me/MeScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import '@/theme/lazyIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/me`: the account and its settings (AH-47). */
export default function MePage() {
  return (
    <SignedIn>
      <MeScreen />
    </SignedIn>
  )
}
