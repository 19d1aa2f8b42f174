import { PDF_BAR_HIDE_DELAY } from '@/domain/previews/limits'

/** A bar over the pages of a PDF; hides 2 s after it was last shown (1§9). */
export function createBar(setShown: (isShown: boolean) => void): { show(): void; hide(): void } {
  let timer: number | undefined
  const hide = () => {
    clearTimeout(timer)
    setShown(false)
  }
  return {
    hide,
    show() {
      clearTimeout(timer)
      setShown(true)
      timer = window.setTimeout(hide, PDF_BAR_HIDE_DELAY)
    },
  }
}
