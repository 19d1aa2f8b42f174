import { observer } from 'mobx-react'
import { PlacePage } from '@/screens/page/PlacePage'
import type { PlaceOf } from '@/platform/Platform'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import { AddPanel } from '@/screens/moving/AddPanel'
import { MoveCopyPanel } from '@/screens/moving/MoveCopyPanel'
import { useLeavePage } from '@/screens/moving/useLeavePage'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The picker as a page of the mini-program. On H5 the same panel lies over the list. */
export default function PickPage() {
  return <PlacePage page="pick">{(place, overlays) => <Picker place={place} overlays={overlays} />}</PlacePage>
}

const Picker = observer(function Picker({ place, overlays }: { place: PlaceOf<'pick'>; overlays: OverlayStore }) {
  const { navigate } = useApp().platform
  const leave = useLeavePage(overlays)
  const { action, typedId } = place
  if (action === 'add')
    return <AddPanel overlays={overlays} openList={(list) => navigate.replace(list)} onClose={leave} />
  return <MoveCopyPanel action={action} typedId={typedId} overlays={overlays} onClose={leave} />
})
