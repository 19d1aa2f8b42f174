import { mediaName } from '../pickedNames'
import type { PickedFile, PickSource } from '../Platform'

/** iOS calls every photo from its camera `image`, every shortened film `trim.` and an identifier. */
const madeUp = /^(image|video|trim\..+)$/i

/** Ends the choice under way: browsers older than the `cancel` event never tell that their picker was closed. */
let giveUp: (() => void) | undefined

function nameOf(file: File): string {
  const kind = /^(image|video)\//.exec(file.type)?.[1] as 'image' | 'video' | undefined
  if (!kind) return file.name
  return mediaName(file.name, madeUp, kind, file.lastModified, -new Date(file.lastModified).getTimezoneOffset())
}

function picked(file: File): PickedFile {
  return {
    name: nameOf(file),
    size: file.size,
    modifiedAt: Math.floor(file.lastModified / 1000),
    ...(file.type.startsWith('image/') && { thumbnail: URL.createObjectURL(file) }),
    source: file,
  }
}

/** Shows the browser's picker. Browsers allow it only within the user's tap, so nothing is awaited before. */
export function pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]> {
  giveUp?.()
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = maximum > 1
    input.hidden = true
    if (source === 'media') input.accept = 'image/*,video/*'

    function settle(): void {
      input.remove()
      giveUp = undefined
      resolve([...(input.files ?? [])].map(picked))
    }

    giveUp = settle
    input.addEventListener('change', settle)
    input.addEventListener('cancel', settle)
    document.body.append(input)
    input.click()
  })
}

/** Reads the whole file: one that lies in a cloud or was deleted since fails only then. */
export async function canRead(file: PickedFile): Promise<boolean> {
  try {
    const bytes = await (file.source as File).arrayBuffer()
    return bytes.byteLength === file.size
  } catch {
    return false
  }
}

export function releaseFile(file: PickedFile): void {
  if (file.thumbnail) URL.revokeObjectURL(file.thumbnail)
}
