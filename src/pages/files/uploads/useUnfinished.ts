import { useEffect } from 'react'
import { inBackground } from '@/firstPage/later/lazyParts'
import { UPLOADS_KEY } from '@/stores/items/lists/cachedList'
import { useApp } from '@/screens/app/AppContext'

/** Loads unfinished uploads of earlier visits into the queue (AH-02), once the list is shown. */
export function useUnfinished(isThere: boolean): void {
  const app = useApp()
  const isIn = app.session.phase === 'signedIn'
  useEffect(() => {
    if (!isThere || !isIn || app.lazy.uploads || !app.platform.storage.read(UPLOADS_KEY)) return
    inBackground(() => import(/* webpackChunkName: "overlays" */ '@/stores/uploads/UploadStore')).then(
      ({ uploadsOf }) => uploadsOf(app).loadUnfinished(),
      () => undefined,
    )
  }, [isThere, isIn, app])
}
