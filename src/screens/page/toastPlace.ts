import type { CSSProperties } from 'react'

const sides: CSSProperties = { left: '16px', right: '16px' }

/** At the foot. Where `--toast-low` is absent, the page may be a panel with buttons there. */
export const atFoot: CSSProperties = {
  ...sides,
  position: 'absolute',
  bottom: 'var(--toast-low, calc(40px + 56px * var(--text-scale) + env(safe-area-inset-bottom)))',
}

/** px; a toast of one line (Toast.tsx) */
const LINE = 44

/**
 * Over the title of the header: what a panel has just changed lies below it. WeChat reports the height of the status bar; a browser, which reports 0,
 * knows its own. @param headerHeight px
 */
export function overHeader({ headerHeight, statusBar }: { headerHeight: number; statusBar: number }): CSSProperties {
  const bar = statusBar > 0 ? `${statusBar}px` : 'env(safe-area-inset-top)'
  return { ...sides, position: 'fixed', top: `calc(${Math.max(0, (headerHeight - LINE) / 2)}px + ${bar})` }
}
