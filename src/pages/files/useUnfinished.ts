import { useEffect } from 'react'
import { inBackground } from '@/shell/lazyParts'
import { UPLOADS_KEY } from '@/stores/lists/cachedList'
import { useApp } from '@/screens/AppContext'

/** Uploads that an earlier visit left (AH-02): the queue is told of them once the list stands. */
export function useUnfinished(isThere: boolean): void {
  const app = useApp()
  const isIn = app.session.phase === 'signedIn'
  useEffect(() => {
    if (!isThere || !isIn || app.lazy.uploads || !app.platform.storage.read(UPLOADS_KEY)) return
    inBackground(() => import(/* webpackChunkName: "overlays" */ '@/stores/transfer/UploadStore')).then(
      ({ uploadsOf }) => uploadsOf(app).takeUp(),
      () => undefined,
    )
  }, [isThere, isIn, app])
}
