import type { CopyFormat, DocumentKind } from '@/contract/documents'
import type { TextEncoding } from '@/contract/previews/previews'
import type { ActorKey } from '../actors/actorKey'
import type { JobOwner } from '../jobs/ServingOrder'

/** A version's body, with its extension, for showing. */
export interface PreviewTarget {
  bodyId: number
  bodyKey: string
  /** Lower case, without the dot. */
  extension: string
  /** bytes */
  size: number
  /** The encoding that the reader chose for a text. */
  encoding?: TextEncoding
  /** The user who asks; absent when the server itself asks. */
  asker?: JobOwner
}

/** Keeps only these fields, because jobs store the target. */
export function targetOf({ bodyId, bodyKey, extension, size, encoding, asker }: PreviewTarget): PreviewTarget {
  return { bodyId, bodyKey, extension, size, encoding, asker }
}

/** The watermark for an actor who may look but not download (decisions 46, AH-24). */
export interface Watermark {
  actor: ActorKey
  /** Two lines: the viewer and the hour. */
  text: string
  /** The text without the time, for renditions that are not renewed. */
  lasting: string
  /** The beginning of the hour that the text names, in ms; absent if the text names no time. */
  hour?: number
}

/** The kinds of files that a conversion makes: of a file a document that people edit together, of such a document a file. */
export type ConvertedTo = DocumentKind | CopyFormat

/** Kinds that can be requested. The list of pages and their pictures have requests of their own. */
export type AskedKind = 'image_64' | 'image_128' | 'image_1024' | 'image_large' | 'pdf' | 'video' | 'audio' | 'zip'
