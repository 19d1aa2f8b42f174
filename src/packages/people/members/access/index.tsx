import { observer } from 'mobx-react'
import { PlacePage } from '@/screens/page/PlacePage'
import { useApp } from '@/screens/app/AppContext'
import { AccessPanel } from '@/screens/members/AccessPanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The people who can see an item, as a page of the mini-program. On H5 the same panel lies over its opener. */
export default observer(function AccessPage() {
  const { navigate } = useApp().platform
  return (
    <PlacePage page="access">
      {({ typedId }, overlays) => (
        <AccessPanel typedId={typedId} overlays={overlays} onClose={() => void navigate.back()} />
      )}
    </PlacePage>
  )
})
