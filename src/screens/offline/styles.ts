import type { CSSProperties } from 'react'

/* Inline, because the mini-program puts the style sheets of lazy code into its main package. */

export const body: CSSProperties = {
  flex: 1,
  minHeight: 0,
  paddingBottom: 'env(safe-area-inset-bottom)',
  overflowY: 'auto',
}

export const note: CSSProperties = { padding: '8px 16px', color: 'var(--text-2)', fontSize: '13px' }
export const meter: CSSProperties = { padding: '0 16px 12px' }
export const meterNote: CSSProperties = { ...note, padding: '8px 0' }
export const section: CSSProperties = { padding: '12px 16px', background: 'var(--card)' }
export const heading: CSSProperties = { fontWeight: 600 }
export const change: CSSProperties = { paddingTop: '8px', overflowWrap: 'anywhere' }
export const fault: CSSProperties = { color: 'var(--danger)', fontSize: '13px' }
export const buttons: CSSProperties = { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }
export const text: CSSProperties = {
  display: 'block',
  padding: '12px 16px',
  lineHeight: 1.6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}
/** A picture or a video. */
export const whole: CSSProperties = { display: 'block', width: '100%', height: '100%', background: '#000' }
