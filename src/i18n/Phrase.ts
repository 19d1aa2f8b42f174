import type { AccountPhrases } from './account/Phrases'
import type { LatePhrases } from './late/Phrases'
import type { MainPhrases } from './main/Phrases'
import type { MessagePhrases } from './message/Phrases'
import type { PickPhrases } from './pick/Phrases'
import type { PreviewPhrases } from './preview/Phrases'
import type { SearchPhrases } from './search/Phrases'
import type { SharePhrases } from './share/Phrases'

/** Dotted paths to the texts of a catalogue. */
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string]

/** Every phrase by place and meaning: `list.empty.title`. */
export type PhraseKey =
  | Keys<MainPhrases>
  | Keys<LatePhrases>
  | Keys<PreviewPhrases>
  | Keys<SearchPhrases>
  | Keys<PickPhrases>
  | Keys<SharePhrases>
  | Keys<MessagePhrases>
  | Keys<AccountPhrases>

/** What fills the `{name}` places of a phrase; `n` also chooses singular or plural. */
export type PhraseParams = Record<string, string | number>

/** A text not yet worded: stores and rules pass it on, a screen words it. */
export interface Phrase {
  key: PhraseKey
  params?: PhraseParams
}
