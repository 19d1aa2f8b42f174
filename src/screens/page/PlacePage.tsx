import { observer } from 'mobx-react'
import { useEffect, type ReactNode } from 'react'
import type { Place, PlaceOf } from '@/platform/Platform'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '../app/AppContext'
import { PageScreen } from './PageScreen'
import { SignedIn } from './SignedIn'
import { useDisposable } from '../app/useDisposable'
import { usePlace } from './usePage'

interface Props<P extends Place['page']> {
  page: P
  /** Opens overlays on mount. */
  opens?(place: PlaceOf<P>, overlays: OverlayStore): void
  children(place: PlaceOf<P>, overlays: OverlayStore): ReactNode
}

/** A page of the mini-program that shows one panel. Parameters that name no place lead to the frequent space. */
export const PlacePage = observer(function PlacePage<P extends Place['page']>({ page, opens, children }: Props<P>) {
  const app = useApp()
  const { navigate } = app.platform
  const place = usePlace(page)
  const overlays = useDisposable(() => {
    const made = app.createOverlays()
    if (place) opens?.(place, made)
    return made
  })
  const isNowhere = place === undefined
  useEffect(() => {
    if (isNowhere) void navigate.replace({ page: 'files', space: 'frequent' })
  }, [isNowhere, navigate])
  return place ? (
    <SignedIn>
      <PageScreen open={overlays}>{children(place, overlays)}</PageScreen>
    </SignedIn>
  ) : null
}) as <P extends Place['page']>(props: Props<P>) => ReactNode
