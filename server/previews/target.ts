import type { ActorKey } from '../actors/actorKey'
import type { JobOwner } from '../jobs/ServingOrder'

/** What is shown: a version's body and what its name says about it. */
export interface PreviewTarget {
  bodyId: number
  bodyKey: string
  /** Lower case, without the dot. */
  extension: string
  /** Bytes. */
  size: number
  /** Who wants to see it; absent where the server itself does. */
  asker?: JobOwner
}

/** Nothing else of a file: jobs keep it. */
export function targetOf({ bodyId, bodyKey, extension, size, asker }: PreviewTarget): PreviewTarget {
  return { bodyId, bodyKey, extension, size, asker }
}

/** What a rendition carries for an actor who may look but not download (decisions 46, AH-24). */
export interface Watermark {
  actor: ActorKey
  /** A line each of who looks and when. */
  text: string
}

/** Kinds that can be asked for; the sizes of pages and their pictures have questions of their own. */
export type AskedKind = 'image_64' | 'image_128' | 'image_1024' | 'pdf' | 'video' | 'audio' | 'zip'
