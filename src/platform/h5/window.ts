import type { Platform, WindowInfo } from '../Platform'

/** px; on a wider window the app is a centred column. */
const columnWidth = 640
/** px. */
const headerHeight = 48
/** px. */
const probeSize = 100

/** An invisible text: WeChat and Android enlarge text some time after the page was loaded, without an event. */
function createProbe(): HTMLElement {
  const probe = document.createElement('div')
  probe.textContent = 'x'
  probe.style.cssText = `position:fixed;visibility:hidden;font-size:${probeSize}px;line-height:1`
  return document.body.appendChild(probe)
}

/** The present text size relative to the design. */
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
      // The observer also reports the initial size.
      const observer = new ResizeObserver(() => {
        if (textScale !== (textScale = measure().textScale)) listener()
      })
      observer.observe(probe)
      window.addEventListener('resize', listener)
      return () => {
        observer.disconnect()
        window.removeEventListener('resize', listener)
      }
    },
  }
}
