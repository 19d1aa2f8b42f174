import type { AppServices } from '@/stores/app/AppServices'
import { attachPull } from '@/platform/h5/components/attachPull'
import { startPulls } from '@/platform/h5/components/usePull'
import { onNetwork } from '@/platform/h5/connection'
import { createDocumentPages } from '@/platform/h5/documentPages'
import { onEvents } from '@/platform/h5/events'
import { onDrops } from '@/platform/h5/files/drops'
import { createFolders } from '@/platform/h5/files/folders'
import { createOfflinePhone } from '@/platform/h5/files/offlineFiles'
import { createOutgoing } from '@/platform/h5/files/outgoing'
import { createPictures } from '@/platform/h5/files/pictures'
import { isLasting } from '@/platform/h5/lasting'
import { createPageStack } from '@/platform/h5/pageStack'
import { createRecorder } from '@/platform/h5/recorder'
import { isGone, ownBuild } from '@/platform/h5/updates'
import { footIcons } from '@/theme/footIcons'
import { createDeferredStores } from './createDeferredStores'
import { inBackground } from './lazyParts'
import { keepOffline } from '../keep/keepOffline'
import { keepShell } from '../keep/keepShell'
import { makeLazy } from '@/stores/app/LazyStores'
import { loadPreviewsAhead } from '@/stores/previews/loadPreviewsAhead'
import { FolderUploads, placeOnTop, type UploadPlace } from '@/stores/uploads/FolderUploads'

/** Starts the stores and services that the first page does not need. */
export function startDeferred(app: AppServices): void {
  createDeferredStores(app, {
    onNetwork,
    // An event stream can send a cookie but no token.
    onEvents: app.platform.can.cookies ? onEvents : undefined,
    offlinePhone: createOfflinePhone(window, isLasting(navigator)),
    build: ownBuild(),
    isGone,
    pages: createPageStack(),
  })
  // A style sheet of its own would be one more request.
  document.documentElement.style.setProperty('--foot-icons', footIcons)
  makeLazy(app, 'pictures', () => createPictures(navigator))
  makeLazy(app, 'outgoing', () => createOutgoing(navigator))
  makeLazy(app, 'scanner', () => ({
    open: () => import(/* webpackChunkName: "scan" */ '@/platform/h5/files/scanner').then(({ scanner }) => scanner),
  }))
  loadPreviewsAhead(app, inBackground)
  makeLazy(app, 'documentPages', createDocumentPages)
  const recorder = createRecorder(window, app.platform.clock)
  if (recorder) makeLazy(app, 'recorder', () => recorder)
  const queue = async () =>
    (await import(/* webpackChunkName: "overlays" */ '@/stores/uploads/UploadStore')).uploadsOf(app)
  const create = () => new FolderUploads(app, createFolders(document), queue)
  const folders = makeLazy<'folders', FolderUploads>(app, 'folders', create)
  onDrops(document, () => placeOnTop(app.lazy), upload)
  startPulls(attachPull)
  keepShell(app)
  keepOffline(app, navigator)

  async function upload(place: UploadPlace, transfer: DataTransfer, files: File[] | null) {
    if (!files) return folders.drop(transfer, place)
    if (files.length === 0) return
    const { picked } = await import(/* webpackChunkName: "overlays" */ '@/platform/h5/files/picked')
    ;(await queue()).add(await picked(files), place.target)
  }
}
