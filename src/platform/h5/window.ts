import type { Platform, WindowInfo } from '../Platform'

/** px; the app is a centred column on anything wider. */
const columnWidth = 640
/** px. */
const headerHeight = 48

function measure(): WindowInfo {
  return {
    width: Math.min(window.innerWidth, columnWidth),
    height: window.innerHeight,
    statusBar: 0,
    capsuleSpace: 0,
    headerHeight,
  }
}

export function createWindow(): Pick<Platform, 'window' | 'onResize'> {
  return {
    window: measure,
    onResize(listener) {
      window.addEventListener('resize', listener)
      return () => window.removeEventListener('resize', listener)
    },
  }
}
