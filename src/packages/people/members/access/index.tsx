import { observer } from 'mobx-react'
import { PlacePage } from '@/screens/page/PlacePage'
import { useApp } from '@/screens/app/AppContext'
import { AccessPanel } from '@/screens/members/AccessPanel'

/** Who can see an item, as a page of the mini-program; on H5 the same panel lies over what opened it. */
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
