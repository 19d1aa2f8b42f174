import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, TypedId, call, nullable, oneOf } from './call'
import { UniqueName } from './shares/shares'

/** Kinds of files that a link may be limited to. */
const CollectKind = oneOf('pdf', 'document', 'image', 'video', 'audio', 'zip')
/** Why one can or cannot hand in now. */
export const CollectState = oneOf('open', 'ended', 'closed', 'full', 'unavailable')
/** The last second of the year 9999: no database keeps what comes after it. */
const LAST_SECOND = 253_402_300_799

/** Lengths in code points are checked by the rules of `domain/fileRequests`; these only bound the request. */
const settings = {
  title: Type.String({ maxLength: 400 }),
  text: Type.String({ maxLength: 4000 }),
  /** Seconds since 1970; 0 = never */
  due_time: Type.Integer({ minimum: 0, maximum: LAST_SECOND }),
  /** Empty: any. */
  kinds: Type.Array(CollectKind, { maxItems: 6 }),
  /** Only who stands on the list hands in. */
  is_listed_only: Type.Boolean(),
}
const people = {
  /** Names of people without an account; the same as one on the list is passed over. */
  names: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 1000 }),
  /** Colleagues, who hand in signed in and can be reminded. */
  user_ids: Type.Array(Id, { maxItems: 1000 }),
  /** Groups and departments: whoever is in them now. */
  group_ids: Type.Array(Id, { maxItems: 1000 }),
}

/** A collecting link as its maker sees it (AH-25). Own entity. */
export const CollectLink = Type.Object({
  id: Id,
  unique_name: UniqueName,
  /** Where people hand in, absolute where the server knows its own address. */
  url: Type.String(),
  /** null: purged */
  folder: nullable(Type.Object({ id: Id, name: Type.String() })),
  ...settings,
  state: CollectState,
  created: Seconds,
  /** People on the list. */
  listed_count: Type.Integer({ minimum: 0 }),
  /** Of those on the list, those who have handed in. */
  listed_done_count: Type.Integer({ minimum: 0 }),
  /** All who have handed in, on the list or not. */
  done_count: Type.Integer({ minimum: 0 }),
  file_count: Type.Integer({ minimum: 0 }),
  /** People on the list who have handed in nothing and have an account. */
  remindable_count: Type.Integer({ minimum: 0 }),
})

/** Somebody who hands in, or should, as the maker of the link sees them. */
export const CollectPerson = Type.Object({
  id: Id,
  name: Type.String(),
  is_listed: Type.Boolean(),
  /** Whether they have an account. */
  is_user: Type.Boolean(),
  /** Whether a device hands in under the name. */
  is_claimed: Type.Boolean(),
  /** When they opened the link last; null: never. */
  opened: nullable(Seconds),
  reminded: nullable(Seconds),
  files: Type.Array(
    Type.Object({ typed_id: TypedId, name: Type.String(), extension: Type.String(), size: Bytes, at: Seconds }),
  ),
})

/** One file as whoever handed it in sees it. */
export const HandIn = Type.Object({ id: Id, name: Type.String(), size: Bytes, at: Seconds })
/** Who hands in, and what they have handed in so far. */
export const Contributor = Type.Object({ name: Type.String(), files: Type.Array(HandIn) })

/** What the page of a collecting link shows to anybody who has its address. */
export const CollectInfo = Type.Object({
  title: Type.String(),
  text: Type.String(),
  owner_name: Type.String(),
  due_time: settings.due_time,
  kinds: settings.kinds,
  is_listed_only: Type.Boolean(),
  state: oneOf('open', 'ended', 'closed', 'full'),
  /** Names to choose from; nobody is told who has handed in. Empty where nothing can be handed in. */
  names: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Own name on the list of who is signed in. */
  suggested_id: nullable(Id),
})

const ofLink = { collect_id: Id }
const UploadId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const paged = { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) }
const total = { total_count: Type.Integer({ minimum: 0 }) }

/** Own calls (AH-25). */
export const collectCalls = {
  'POST /apps/collects/create': call({ folder_id: Id, ...settings, ...people }, { collect: CollectLink }),
  /** The asker's own, the newest first; with `folder_id` those of that folder. */
  'GET /apps/collects/get_list': call(
    { ...paged, folder_id: Type.Optional(Id) },
    { collects: Type.Array(CollectLink, { maxItems: 25 }), ...total },
  ),
  'GET /apps/collects/get': call(ofLink, { collect: CollectLink }),
  /** By name; `missing`: on the list, without a file. */
  'GET /apps/collects/people': call(
    { ...ofLink, ...paged, state: oneOf('missing', 'done') },
    { people: Type.Array(CollectPerson, { maxItems: 100 }), ...total },
  ),
  /** What is not said stays as it is; adds people to the list, and takes some from it who have handed in nothing. */
  'POST /apps/collects/edit': call(
    {
      ...ofLink,
      ...Type.Partial(Type.Object({ ...settings, ...people })).properties,
      removed_person_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    },
    { collect: CollectLink },
  ),
  'POST /apps/collects/close': call(ofLink, { collect: CollectLink }),
  'POST /apps/collects/reopen': call(ofLink, { collect: CollectLink }),
  /** Tells those on the list who have an account and handed in nothing; nobody twice within an hour. */
  'POST /apps/collects/remind': call(ofLink, { reminded_count: Type.Integer({ minimum: 0 }) }),
  /** Lets another device hand in under a name; the one that did cannot any more. */
  'POST /apps/collects/release': call({ ...ofLink, person_id: Id }, {}),

  /** From here on for who hands in, with or without an account: a token in the header X-Collect-Token says who. */
  'GET /apps/collects/info/{unique_name}': call(
    { unique_name: UniqueName },
    {
      collect: CollectInfo,
      /** null without a token that stands for somebody of this link */
      me: nullable(Contributor),
      /** Without `me`: a token to take a name with, and to keep. */
      offered_token: nullable(Type.String()),
    },
  ),
  /** Takes a name, one of the list or a typed one, for the device that has the token; again it changes nothing. */
  'POST /apps/collects/join': call(
    { unique_name: UniqueName, person_id: Type.Optional(Id), name: Type.Optional(Type.String({ maxLength: 400 })) },
    { me: Contributor },
  ),
  /**
   * Announces a file. Its bytes go in parts to `tus_url` by tus 1.0, with the token in the header, and `finish` hands it in. A file of the
   * same name, or the one that `replaced_id` names, gets a new version.
   */
  'POST /apps/collects/presign': call(
    {
      unique_name: UniqueName,
      name: Type.String({ maxLength: 4000 }),
      file_size: Bytes,
      original_date: Type.Optional(Seconds),
      replaced_id: Type.Optional(Id),
    },
    { tus_url: Type.String(), upload_id: UploadId },
  ),
  /** Asked again it hands in nothing more. */
  'POST /apps/collects/finish': call({ unique_name: UniqueName, upload_id: UploadId }, { me: Contributor }),
}

export type CollectState = Static<typeof CollectState>
export type CollectLink = Static<typeof CollectLink>
export type CollectPerson = Static<typeof CollectPerson>
export type CollectInfo = Static<typeof CollectInfo>
export type Contributor = Static<typeof Contributor>
