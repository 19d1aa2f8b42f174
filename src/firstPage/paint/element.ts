/** Builds what a page draws from elements and texts, never from HTML, because names are foreign input. */
export function element(className: string, content: (Element | string)[], tag = 'div'): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...content)
  return made
}
