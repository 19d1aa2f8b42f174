import type { AccountPhrases } from './session/Phrases'
import type { CommentsPhrases } from './comments/Phrases'
import type { CollectPhrases } from './fileRequests/Phrases'
import type { LazyPhrases } from './lazy/Phrases'
import type { LinksPhrases } from './shares/links/Phrases'
import type { MainPhrases } from './main/Phrases'
import type { MembersPhrases } from './members/Phrases'
import type { MessagePhrases } from './messages/Phrases'
import type { OpenPhrases } from './applications/Phrases'
import type { PeoplePhrases } from './contacts/Phrases'
import type { PickPhrases } from './moving/Phrases'
import type { PreviewPhrases } from './previews/Phrases'
import type { PromotionPhrases } from './enterprise/Phrases'
import type { SearchPhrases } from './search/Phrases'
import type { SharePhrases } from './shares/form/Phrases'
import type { VisitPhrases } from './landing/Phrases'

/** Packages that carry phrases of their own, besides those that every screen has. */
interface PackagePhrases {
  account: AccountPhrases
  collect: CollectPhrases
  comments: CommentsPhrases
  links: LinksPhrases
  members: MembersPhrases
  message: MessagePhrases
  open: OpenPhrases
  people: PeoplePhrases
  pick: PickPhrases
  preview: PreviewPhrases
  promotion: PromotionPhrases
  search: SearchPhrases
  share: SharePhrases
  visit: VisitPhrases
}

export type PackageName = keyof PackagePhrases

/** Dotted paths to the texts of a catalogue. */
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string]

type PackageKey<P extends PackageName> = { [K in P]: Keys<PackagePhrases[K]> }[P]

/** Phrases by place and meaning (`list.empty.title`): those of every screen, and those of the packages named. */
export type PhraseKey<P extends PackageName = never> = Keys<MainPhrases> | Keys<LazyPhrases> | PackageKey<P>

/** What fills the `{name}` places of a phrase; `n` also chooses singular or plural. */
export type PhraseParams = Record<string, string | number>

interface KeyedPhrase<K extends string> {
  key: K
  params?: PhraseParams
}

/** A text not yet worded: stores and rules pass it on; a screen that has the words of `P` words it. */
export type Phrase<P extends PackageName = never> = KeyedPhrase<PhraseKey<P>>

/** The catalogues of a package, as its `load` returns them. */
export type Catalogues<P extends PackageName> = [PackagePhrases[P], ...object[]]
