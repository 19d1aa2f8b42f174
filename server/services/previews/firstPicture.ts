import { buffer } from 'node:stream/consumers'
import type { Dependencies } from '../../dependencies'
import type { PreviewState } from '../../previews/Renditions'
import type { AskedKind, PreviewTarget, Watermark } from '../../previews/target'

/** bytes; a larger picture is fetched by its address, which lasts hardly longer */
const LARGEST = 300_000

/**
 * The picture, or the first page of a document, as a `data:` address; undefined where there is none, where it is large, and until the page is drawn. The
 * caller has checked that the actor may see the file, and gives the watermark of the preview.
 */
export async function firstPictureOf(
  { previews, storage }: Pick<Dependencies, 'previews' | 'storage'>,
  {
    kind,
    file,
    state,
    watermark,
  }: { kind: AskedKind; file: PreviewTarget; state: PreviewState; watermark: Watermark | null },
): Promise<string | undefined> {
  const { made } =
    kind === 'image_1024'
      ? state
      : kind === 'pdf'
        ? await previews.askPage(file, { page: 1, size: 'light' }, watermark)
        : { made: null }
  if (made === null || made.size > LARGEST) return undefined
  return `data:${made.contentType};base64,${(await buffer(await storage.read(made.key))).toString('base64')}`
}
