import type { CSSProperties } from 'react'

/** Fills the page, as the other panels do. */
export const panelStyle: CSSProperties | undefined = {
  position: 'absolute',
  top: 0,
  right: 0,
  bottom: 0,
  left: 0,
  zIndex: 20,
  display: 'flex',
  flexDirection: 'column',
  background: 'var(--page)',
  color: 'var(--text)',
  outline: 'none',
}
