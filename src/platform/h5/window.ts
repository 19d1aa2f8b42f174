import type { Platform, WindowInfo } from '../Platform'

/** px; the app is a centred column on anything wider. */
const columnWidth = 640
/** px. */
const headerHeight = 48
/** px. */
const probeSize = 100

/** Text out of sight: WeChat and Android enlarge text, some time after the page was loaded, and say so to nobody. */
function createProbe(): HTMLElement {
  const probe = document.createElement('div')
  probe.textContent = 'x'
  probe.style.cssText = `position:fixed;visibility:hidden;font-size:${probeSize}px;line-height:1`
  return document.body.appendChild(probe)
}

/** How many times as large as designed text is now. */
export function textScaleNow(): number {
  const probe = createProbe()
  const scale = probe.offsetHeight / probeSize
  probe.remove()
  return scale
}

export function createWindow(): Pick<Platform, 'window' | 'onResize'> {
  const probe = createProbe()
  const measure = (): WindowInfo => ({
    width: Math.min(window.innerWidth, columnWidth),
    height: window.innerHeight,
    statusBar: 0,
    capsuleSpace: 0,
    headerHeight,
    textScale: probe.offsetHeight / probeSize,
  })
  return {
    window: measure,
    onResize(listener) {
      let { textScale } = measure()
      // It is told of the size at first, too.
      const sized = new ResizeObserver(() => {
        if (textScale !== (textScale = measure().textScale)) listener()
      })
      sized.observe(probe)
      window.addEventListener('resize', listener)
      return () => {
        sized.disconnect()
        window.removeEventListener('resize', listener)
      }
    },
  }
}
