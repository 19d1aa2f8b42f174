import { DocumentRefused } from '../../Platform'

/** A browser shows documents in pages of the app: no type is opened by the system. */
export async function openDocument(): Promise<never> {
  throw new DocumentRefused('type')
}

/** Lets the browser save a file: the address answers as an attachment with its name, or as a page that helps. */
export function saveByAddress(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
