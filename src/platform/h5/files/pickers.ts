import type { PickedFile, PickSource } from '../../Platform'

/** Ends the open choice: browsers without the `cancel` event never report a closed picker. */
let giveUp: (() => void) | undefined

/** Shows the browser's picker. Browsers allow it only within the user's tap, so nothing is awaited before. */
export async function pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]> {
  giveUp?.()
  const chosen = new Promise<File[]>((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = maximum > 1
    input.hidden = true
    if (source !== 'files') input.accept = source === 'media' ? 'image/*,video/*' : 'image/*'
    if (source === 'camera') input.setAttribute('capture', 'environment')

    function settle(): void {
      input.remove()
      giveUp = undefined
      resolve([...(input.files ?? [])])
    }

    giveUp = settle
    input.addEventListener('change', settle)
    input.addEventListener('cancel', settle)
    document.body.append(input)
    input.click()
  })
  const { picked } = await import(/* webpackChunkName: "overlays" */ './picked')
  return picked(await chosen)
}

/** Reads the whole file, because reading is what fails for a deleted file or one in a cloud. */
export async function canRead(file: PickedFile): Promise<boolean> {
  try {
    const bytes = await (file.source as Blob).arrayBuffer()
    return bytes.byteLength === file.size
  } catch {
    return false
  }
}

export async function readBase64(file: PickedFile, side?: number): Promise<string> {
  const { drawnSmaller, toBase64 } = await import(/* webpackChunkName: "overlays" */ './picked')
  const source = file.source as Blob
  return toBase64(side === undefined ? source : await drawnSmaller(source, side))
}

export function releaseFile(file: PickedFile): void {
  if (file.thumbnail) URL.revokeObjectURL(file.thumbnail)
}
