/**
 * Takes what is dropped on the page. Without this, the browser would leave the app and show the file. Where nothing is taken, the pointer shows so.
 * @param placeNow where the page puts files now; null if it takes none
 * @param take `files` is null if folders are among the dropped things
 */
export function onDrops<Place>(
  page: Document,
  placeNow: () => Place | null,
  take: (place: Place, transfer: DataTransfer, files: File[] | null) => unknown,
): void {
  page.addEventListener('dragover', (event) => {
    if (!hasFiles(event) || hasField(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = placeNow() ? 'copy' : 'none'
  })
  page.addEventListener('drop', (event) => {
    if (!hasFiles(event) || hasField(event)) return
    event.preventDefault()
    const place = placeNow()
    if (place) take(place, event.dataTransfer!, looseFiles(event.dataTransfer!))
  })
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Whether the event is about a field that takes files or text itself. */
function hasField({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}

/** The dropped files; null if folders are among them. */
function looseFiles({ items }: DataTransfer): File[] | null {
  const all = [...items]
  if (all.some((item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory)) return null
  return all.flatMap((item) => item.getAsFile() ?? [])
}
