import { observer } from 'mobx-react'
import type { PlaceOf } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { PlacePage } from '@/screens/page/PlacePage'
import { tappedName } from '@/screens/items/places/openPlace'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useLeavePage } from '@/screens/moving/useLeavePage'
import { MembersPanel } from '@/screens/members/MembersPanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The members of a folder as a page of the mini-program. On H5 the same panel lies over the folder's files. */
export default function MembersPage() {
  return (
    <PlacePage
      page="members"
      opens={({ isInviting }, overlays) => {
        if (isInviting) overlays.show('invite')
      }}
    >
      {(place, overlays) => <Members place={place} overlays={overlays} />}
    </PlacePage>
  )
}

const Members = observer(function Members({ place, overlays }: { place: PlaceOf<'members'>; overlays: OverlayStore }) {
  const app = useApp()
  const files = useLeavePage(overlays)
  const leave = useLeavePage(overlays, 2)
  const { folderId } = place
  return (
    <MembersPanel
      folderId={folderId}
      name={tappedName(app, { space: 'folder', id: folderId }) ?? ''}
      overlays={overlays}
      onFiles={files}
      onLeave={() => void overlays.close('collabRolesDetail').then(leave)}
    />
  )
})
