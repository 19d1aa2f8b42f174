import { observer } from 'mobx-react'
import { Suspense, lazy, useEffect } from 'react'
import { inBackground } from '@/firstPage/later/lazyParts'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { Panels } from '@/screens/panels/Panels'
import { panels } from '@/screens/panels/panels'
import type { ListLocation } from '@/domain/addresses'
import type { SheetProps } from './sheets/SheetProps'

const FilesOverlays = lazy(() => import(/* webpackChunkName: "overlays" */ './FilesOverlays'))

/** Sheets and panels load when the first one is opened; the first page does without them. */
export const Overlays = observer(function Overlays(props: SheetProps) {
  const { list, overlays } = props
  const app = useApp()
  const isOpen = overlays.depth > 0
  const isStarted = app.lazy.previewsAhead !== undefined
  useEffect(() => {
    if (!isStarted) return
    inBackground(() => import(/* webpackChunkName: "lazy-ahead" */ '@/screens/previews/loadScreensAhead')).then(
      ({ loadScreensAhead }) => loadScreensAhead(app),
      () => {},
    )
  }, [isStarted, app])
  useEffect(() => {
    if (isOpen) needLazyWords()
  }, [isOpen])
  if (!isOpen) return null
  const isCovered = panels.some(({ flag, isWhole }) => isWhole && overlays.valueFor(flag) !== undefined)
  return (
    <>
      {!isCovered && (
        <Suspense fallback={null}>
          <FilesOverlays {...props} />
        </Suspense>
      )}
      <Panels
        at={list.at as ListLocation}
        sort={list.sort}
        folder={list.phase === 'loading' ? undefined : list.header.folder}
        overlays={overlays}
      />
    </>
  )
})
