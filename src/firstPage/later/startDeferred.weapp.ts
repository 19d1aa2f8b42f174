import Taro from '@tarojs/taro'
import { onNetwork } from '@/platform/weapp/network/connection'
import { callOf } from '@/platform/weapp/network/promised'
import { createEvents } from '@/platform/weapp/network/events'
import { createOfflinePhone } from '@/platform/weapp/files/offlineFiles'
import { createPictures } from '@/platform/weapp/files/pictures'
import { createRecorder } from '@/platform/weapp/recorder'
import { sendRecording } from '@/platform/weapp/files/sendRecording'
import { onUpdate } from '@/platform/weapp/updates'
import type { AppServices } from '@/stores/app/AppServices'
import { makeLazy } from '@/stores/app/LazyStores'
import '@/theme/footIcons.scss'
import { createDeferredStores } from './createDeferredStores'

/** Starts the stores and services that the first page does not need. */
export function startDeferred(app: AppServices): void {
  const { origin, outgoing, pages } = app.platform
  const onEvents = createEvents(wx, origin)
  createDeferredStores(app, { onNetwork, onEvents, offlinePhone: createOfflinePhone(), build: '', pages: pages! })
  if (outgoing) makeLazy(app, 'pictures', () => createPictures(wx, outgoing))
  if (callOf(wx, 'createOffscreenCanvas'))
    makeLazy(app, 'scanner', () => ({
      open: () => import('@/platform/weapp/files/scanner').then(({ createScanner }) => createScanner(wx)),
    }))
  const recorder = createRecorder(wx, Taro, sendRecording)
  if (recorder) makeLazy(app, 'recorder', () => recorder)
  onUpdate((apply) => void app.lazy.update?.offerRestart(apply))
}
