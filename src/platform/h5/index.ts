import { createClock } from '../clock'
import type { Platform } from '../Platform'
import { copyText } from './clipboard'
import { openDocument, saveByAddress } from './files/documents'
import { preloaded } from './early'
import { createLanguage } from './language'
import { createTransfers } from './files/lazyTransfers'
import { createLifecycle } from './lifecycle'
import { readLook, createTheme } from './look'
import { createNavigator } from './navigator'
import { canRead, pickFiles, readBase64, releaseFile } from './files/pickers'
import { request } from './request'
import { createAppStorage } from './storage'
import { createWindow } from './window'

/** A browser, standalone or inside an app. The web-view of a mini-program has no cookies; `AppServices` then sets the scenario `applet` (CTX-03). */
export function createPlatform(): Platform {
  const isApplet = /\bminiProgram\b/.test(navigator.userAgent)
  return {
    name: 'h5',
    can: {
      cookies: !isApplet,
      openDocument: false,
      saveByAddress: !isApplet,
      // A device with a mouse has no camera picker: the browser would show its files.
      pick: (['camera', 'media', 'files'] as const).slice(Number(matchMedia('(pointer:fine)').matches)),
      leave: true,
      privacy: false,
      announcesCopy: false,
    },
    look: readLook(location.search, document.cookie),
    origin: '',
    request,
    preloaded: preloaded,
    ...createTransfers(),
    openDocument,
    pickFiles,
    canRead,
    readBase64,
    releaseFile,
    saveByAddress,
    copyText,
    dial: (number) => location.assign(`tel:${number.replace(/[^\d+]/g, '')}`),
    storage: createAppStorage(),
    language: createLanguage(),
    navigate: createNavigator(),
    ...createWindow(),
    ...createTheme(),
    ...createLifecycle(),
    clock: createClock(),
  }
}
