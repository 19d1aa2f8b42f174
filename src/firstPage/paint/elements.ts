/** Creates an element from elements and texts, never from HTML, because names are foreign input. */
export function element(className: string, content: (Element | string)[], tag = 'div'): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...content)
  return made
}

/** Colours the page beside the column, behind an overscrolled edge, and in the browser's own bar (AH-22). */
export function colourEdges(isDark: boolean): void {
  document.body.style.background = isDark ? 'var(--grey-870)' : ''
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', isDark ? '#171e27' : '#ffffff')
}
