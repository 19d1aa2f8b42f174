/** Colours the page beside the column, behind an overscrolled edge, and in the browser's own bar (AH-22). */
export function colourEdges(isDark: boolean): void {
  document.body.style.background = isDark ? 'var(--grey-870)' : ''
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', isDark ? '#171e27' : '#ffffff')
}
