import type { AppServices } from '@/stores/app/AppServices'
import type { FolderUploads, UploadPlace } from '@/stores/uploads/FolderUploads'

/**
 * Uploads files and folders that are dropped on the page to the list on top. Without this, the browser would leave the app and show the file. Where
 * the list takes no files, the pointer shows that nothing can be dropped.
 */
export function catchDrops(app: AppServices, folders: FolderUploads, page: Document): void {
  page.addEventListener('dragover', (event) => {
    if (!hasFiles(event) || hasField(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = placeOf(app) === null ? 'none' : 'copy'
  })
  page.addEventListener('drop', (event) => {
    if (!hasFiles(event) || hasField(event)) return
    event.preventDefault()
    const place = placeOf(app)
    if (place === null) return
    const { dataTransfer } = event
    const files = looseFiles(dataTransfer!)
    if (files === null) return void folders.drop(dataTransfer!, place)
    if (files.length === 0) return
    void Promise.all([
      import(/* webpackChunkName: "overlays" */ '@/stores/uploads/UploadStore'),
      import(/* webpackChunkName: "overlays" */ '@/platform/h5/files/picked'),
    ]).then(async ([{ uploadsOf }, { picked }]) => uploadsOf(app).add(await picked(files), place.target))
  })
}

/** Where the list on top puts uploads; null where there is none, or it takes none. */
function placeOf({ lazy }: AppServices): UploadPlace | null {
  const list = lazy.live?.listOnTop
  return list?.uploadTarget ? { target: list.uploadTarget, parent: list.newFolderParent ?? null } : null
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
