/** The property of a panel over the pages: Escape closes the panel before it closes the preview. */
export function onEscape(close: () => void) {
  return {
    onKeyDown(event: { key?: string; preventDefault(): void; stopPropagation(): void }) {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    },
  }
}
