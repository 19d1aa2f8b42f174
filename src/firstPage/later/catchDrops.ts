import type { AppServices } from '@/stores/app/AppServices'

/**
 * Uploads files that are dropped on the page to the list on top. Without this, the browser would leave the app and show the file. Where the list takes
 * no files, the pointer shows that nothing can be dropped.
 */
export function catchDrops(app: AppServices, page: Document): void {
  const targetOf = (event: DragEvent) => (hasField(event) ? null : (app.lazy.live?.listOnTop?.uploadTarget ?? null))

  page.addEventListener('dragover', (event) => {
    if (!hasFiles(event) || hasField(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = targetOf(event) === null ? 'none' : 'copy'
  })
  page.addEventListener('drop', (event) => {
    if (!hasFiles(event) || hasField(event)) return
    event.preventDefault()
    const target = targetOf(event)
    const files = filesOf(event.dataTransfer!)
    if (target === null || files.length === 0) return
    void Promise.all([
      import(/* webpackChunkName: "overlays" */ '@/stores/uploads/UploadStore'),
      import(/* webpackChunkName: "overlays" */ '@/platform/h5/files/picked'),
    ]).then(async ([{ uploadsOf }, { picked }]) => uploadsOf(app).add(await picked(files), target))
  })
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Whether the event is about a field that takes files or text itself. */
function hasField({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}

/** A folder is no file: the browser cannot read it as one. */
function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const isFolder = item.webkitGetAsEntry()?.isDirectory === true
    return isFolder ? [] : (item.getAsFile() ?? [])
  })
}
