import type { AccountPhrases } from './session/zhCN'
import type { AdminPhrases } from './administration/zhCN'
import type { ArrivalPhrases } from './administration/arrival/zhCN'
import type { CommentsPhrases } from './comments/zhCN'
import type { ConsentPhrases } from './applications/consent/zhCN'
import type { DocumentPhrases } from './documents/zhCN'
import type { FileRequestPhrases } from './fileRequests/zhCN'
import type { LazyPhrases } from './lazy/zhCN'
import type { LinksPhrases } from './shares/links/zhCN'
import type { MainPhrases } from './main/zhCN'
import type { MembersPhrases } from './members/zhCN'
import type { MessagePhrases } from './messages/zhCN'
import type { OfflinePhrases } from './offline/zhCN'
import type { OpenPhrases } from './applications/zhCN'
import type { PeoplePhrases } from './contacts/zhCN'
import type { PickPhrases } from './moving/zhCN'
import type { PreviewPhrases } from './previews/zhCN'
import type { PromotionPhrases } from './enterprise/zhCN'
import type { SearchPhrases } from './search/zhCN'
import type { SharePhrases } from './shares/form/zhCN'
import type { LandingPhrases } from './landing/zhCN'

/** Packages with phrases of their own, besides the common phrases. */
export interface PackagePhrases {
  account: AccountPhrases
  admin: AdminPhrases
  arrival: ArrivalPhrases
  collect: FileRequestPhrases
  comments: CommentsPhrases
  consent: ConsentPhrases
  document: DocumentPhrases
  links: LinksPhrases
  members: MembersPhrases
  message: MessagePhrases
  offline: OfflinePhrases
  open: OpenPhrases
  people: PeoplePhrases
  pick: PickPhrases
  preview: PreviewPhrases
  promotion: PromotionPhrases
  search: SearchPhrases
  share: SharePhrases
  visit: LandingPhrases
}

export type PackageName = keyof PackagePhrases

/** Dotted paths to the texts of a catalogue. */
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string]

type PackageKey<P extends PackageName> = { [K in P]: Keys<PackagePhrases[K]> }[P]

/** Phrase keys by place and meaning (`list.empty.title`): the common ones, and those of the named packages. */
export type PhraseKey<P extends PackageName = never> = Keys<MainPhrases> | Keys<LazyPhrases> | PackageKey<P>

/** The values for the `{name}` places of a phrase; `n` also chooses singular or plural. */
export type PhraseParams = Record<string, string | number>

interface KeyedPhrase<K extends string> {
  key: K
  params?: PhraseParams
}

/** An unworded text. Stores and rules pass it on; a screen with the words of `P` words it. */
export type Phrase<P extends PackageName = never> = KeyedPhrase<PhraseKey<P>>

/** The catalogues of a package, as its `load` returns them. */
export type Catalogues<P extends PackageName> = [PackagePhrases[P], ...object[]]

/** A catalogue that overrides some texts. */
export type Overlay<T> = { [K in keyof T]?: T[K] extends string ? string : Overlay<T[K]> }
