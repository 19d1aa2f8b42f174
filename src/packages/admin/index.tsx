import { innerAddress } from '@/platform/h5/router/innerAddress'
import { ConsoleScreen } from '@/screens/administration/ConsoleScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import '@/theme/lazyIcons.scss'
import '@/theme/adminIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/admin`: the console for administrators of an organisation (ADM-02 to ADM-14). H5 only. */
export default function AdminPage() {
  return (
    <SignedIn>
      <ConsoleScreen inner={() => innerAddress('/admin')} />
    </SignedIn>
  )
}
