/** What a page draws of itself is made of elements and texts, never of HTML: names are other people's. */
export function element(className: string, content: (Element | string)[], tag = 'div'): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...content)
  return made
}
