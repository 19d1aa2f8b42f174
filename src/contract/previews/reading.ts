import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable, oneOf } from '../call'
import type { PreviewReason } from '../errors'
import { shareScenario } from '../shares/shares'
import { TextEncoding } from './encodings'

/** Parts of code that have a colour of their own. */
export const CodeColour = oneOf('keyword', 'name', 'string', 'number', 'comment', 'type', 'meta', 'added', 'removed')

const yes = Type.Optional(Type.Literal(true))

/** Text in one style; an absent field means no. */
const ReadingRun = Type.Object({
  /** May contain line ends. */
  text: Type.String(),
  bold: yes,
  italic: yes,
  struck: yes,
  /** Monospaced. */
  code: yes,
  /** Words that stand for something that is not shown, such as a picture. */
  quiet: yes,
  /** An address that begins with http:, https: or mailto: */
  link: Type.Optional(Type.String()),
  colour: Type.Optional(CodeColour),
})

const Runs = Type.Array(ReadingRun)

const place = {
  /** Steps of indentation, at most 6; absent: none. */
  indent: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
  quoted: yes,
}

/**
 * A block of a document. The blocks of lists and quotes follow one another, so that no document nests deeper than its reader. A line of code is a
 * block, and a long paragraph or table is several blocks.
 */
const ReadingBlock = Type.Union([
  /** `sign`: stands before an item of a list, such as `2.` */
  Type.Object({ kind: Type.Literal('text'), ...place, sign: Type.Optional(Type.String()), runs: Runs }),
  Type.Object({ kind: Type.Literal('heading'), ...place, level: Type.Integer({ minimum: 1, maximum: 6 }), runs: Runs }),
  /** `line`: its number, from 1; null for code within a document, and for the rest of a very long line. */
  Type.Object({ kind: Type.Literal('code'), ...place, line: nullable(Type.Integer()), runs: Runs }),
  /** `header` is empty where a long table continues. */
  Type.Object({ kind: Type.Literal('table'), header: Type.Array(Runs), rows: Type.Array(Type.Array(Runs)) }),
  Type.Object({ kind: Type.Literal('rule') }),
  /**
   * A picture of a document. `address`: a small JPEG as `data:`; null for a picture that cannot be shown. `width`, `height`: px in the document, 0 if
   * unknown. `text`: its description.
   */
  Type.Object({
    kind: Type.Literal('picture'),
    address: nullable(Type.String()),
    width: Type.Integer({ minimum: 0 }),
    height: Type.Integer({ minimum: 0 }),
    text: Type.String(),
  }),
])

/** A heading of a document, and the place that it leads to. */
const ReadingHeading = Type.Object({
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  text: Type.String(),
  piece: Type.Integer(),
  block: Type.Integer(),
})

/** A piece of a document's text. */
export const ReadingPiece = Type.Object({
  /** Why there is no text. */
  reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
  /** Names what was made. Pieces of different renditions do not fit together. */
  rendition: nullable(Type.String()),
  /** About the number of characters of each piece of the document; null except in the first piece. */
  weights: nullable(Type.Array(Type.Integer())),
  /** False while only the beginning is made. */
  is_whole: Type.Boolean(),
  /** The headings, at most 250; absent without headings and except in the first piece. */
  outline: Type.Optional(Type.Array(ReadingHeading)),
  /** Whether the document is longer than its text here. */
  is_cut: Type.Boolean(),
  /** The lines that are shown over the text; null for none. */
  watermark: nullable(Type.String()),
  /** Empty beyond the end. */
  blocks: Type.Array(ReadingBlock),
})

export const readingCalls = {
  /**
   * A piece of the text of a text, book or mail (AH-36) or of a document (AH-38), for those who may download the file; others see pages (decisions 219). Refused like every
   * preview with: item_not_found, item_is_deleted, permission_denied.
   */
  'GET /apps/representations/reading': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** A file in an archive, by its number from representations/entries. */
      entry: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      encoding: Type.Optional(TextEncoding),
      /** From 0. */
      piece: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
      /** Waits until the whole text is made. */
      whole: Type.Optional(Type.Boolean()),
      ...shareScenario,
    },
    ReadingPiece.properties,
  ),
}

export type CodeColour = Static<typeof CodeColour>
export type ReadingRun = Static<typeof ReadingRun>
export type ReadingBlock = Static<typeof ReadingBlock>
export type ReadingHeading = Static<typeof ReadingHeading>
export type ReadingPiece = Static<typeof ReadingPiece>
