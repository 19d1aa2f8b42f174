import { observer } from 'mobx-react'
import type { PlaceOf } from '@/platform/Platform'
import { PlacePage } from '@/screens/page/PlacePage'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useLeavePage } from '@/screens/moving/useLeavePage'
import { ContactsPanel } from '@/screens/contacts/ContactsPanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The picker of people as a page of the mini-program. On H5 the same panel lies over its opener. */
export default function PeoplePage() {
  return <PlacePage page="people">{(place, overlays) => <Picker place={place} overlays={overlays} />}</PlacePage>
}

const Picker = observer(function Picker({ place, overlays }: { place: PlaceOf<'people'>; overlays: OverlayStore }) {
  return <ContactsPanel choice={place.choice} overlays={overlays} onClose={useLeavePage(overlays)} />
})
