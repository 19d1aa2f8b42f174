import { DocumentRefused } from '../../Platform'

/** The app's own pages show documents in a browser: the system opens no type. */
export async function openDocument(): Promise<never> {
  throw new DocumentRefused('type')
}

/** Makes the browser save a file. The address answers with an attachment, or with a page that helps. */
export function saveByAddress(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
