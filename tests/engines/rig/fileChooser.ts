import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageSession } from './PageSession'

export type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer }

/** Gives files to the field that asked for them, as the window of the system would. */
export async function chooseFiles(session: PageSession, chosen: ChosenFile | ChosenFile[]): Promise<void> {
  const files = await Promise.all([chosen].flat().map(read))
  await session.evaluate((given: { name: string; mimeType: string; base64: string }[]) => {
    const page = window as unknown as { chosenField?: HTMLInputElement }
    const field = page.chosenField!
    delete page.chosenField
    const list = new DataTransfer()
    for (const { name, mimeType, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      list.items.add(new File([bytes], name, { type: mimeType }))
    }
    field.files = list.files
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }, files)
}

async function read(file: ChosenFile) {
  const { name, mimeType, buffer } =
    typeof file === 'string' ? { name: path.basename(file), mimeType: '', buffer: await readFile(file) } : file
  return { name, mimeType, base64: buffer.toString('base64') }
}
