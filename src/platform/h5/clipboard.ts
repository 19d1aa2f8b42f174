import { CopyFailed } from '../Platform'

/** Browsers have a clipboard only on https; elsewhere the app copies a selection. */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (clipboard) return await clipboard.writeText(text)
  } catch {
    // The browser refused; copying a selection may work.
  }
  copyMarked(text)
}

function copyMarked(text: string): void {
  const field = document.createElement('textarea')
  const before = document.activeElement
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position: fixed; top: 0; opacity: 0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new CopyFailed()
}
