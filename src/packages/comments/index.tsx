import { useApp } from '@/screens/app/AppContext'
import { PlacePage } from '@/screens/page/PlacePage'
import { CommentsPanel } from '@/screens/comments/CommentsPanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** Comments as a page of the mini-program. On H5 the same panel lies over a list, a preview or a message. */
export default function CommentsPage() {
  const { navigate } = useApp().platform
  return (
    <PlacePage page="comments">
      {(place, overlays) => <CommentsPanel {...place} overlays={overlays} onClose={() => void navigate.back()} />}
    </PlacePage>
  )
}
