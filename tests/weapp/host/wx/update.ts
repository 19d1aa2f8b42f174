import type { Api, Device } from '../Device'

export interface Updates {
  api: Api
  /** A new version was downloaded, or its download failed. */
  announce(outcome: 'ready' | 'failed'): void
  /** Whether the app asked to restart with the new version. */
  applied: boolean
}

/** `wx.getUpdateManager`. */
export function updateFamily(device: Device): Updates {
  const signals = {
    check: device.signal('CheckForUpdate'),
    ready: device.signal('UpdateReady'),
    failed: device.signal('UpdateFailed'),
  }
  const updates: Updates = {
    applied: false,
    announce(outcome) {
      signals.check.emit({ hasUpdate: true })
      signals[outcome].emit()
    },
    api: {
      getUpdateManager: () =>
        device.realm.toApp({
          onCheckForUpdate: signals.check.api.onCheckForUpdate,
          onUpdateReady: signals.ready.api.onUpdateReady,
          onUpdateFailed: signals.failed.api.onUpdateFailed,
          applyUpdate: () => void (updates.applied = true),
        }),
    },
  }
  return updates
}
