import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, TypedId, call, nullable, oneOf } from './call'
import { UniqueName } from './shares/shares'

/** The kinds of files that a link can accept. */
const FileRequestKind = oneOf('pdf', 'document', 'image', 'video', 'audio', 'zip')
/** Whether the link accepts files now, or why not. */
export const FileRequestState = oneOf('open', 'ended', 'closed', 'full', 'unavailable')
/** The last second of the year 9999, the latest time that the database can store. */
const LAST_SECOND = 253_402_300_799

/** These limits only bound the request. The rules of `domain/fileRequests` check lengths in code points. */
const settings = {
  title: Type.String({ maxLength: 400 }),
  text: Type.String({ maxLength: 4000 }),
  /** Seconds since 1970; 0 = never */
  due_time: Type.Integer({ minimum: 0, maximum: LAST_SECOND }),
  /** Empty: any. */
  kinds: Type.Array(FileRequestKind, { maxItems: 6 }),
  /** Only people on the list may hand in. */
  is_listed_only: Type.Boolean(),
}
const people = {
  /** Names of people without an account. A name that is already on the list is ignored. */
  names: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 1000 }),
  /** Colleagues, who sign in to hand in and can be reminded. */
  user_ids: Type.Array(Id, { maxItems: 1000 }),
  /** Groups and departments. Each stands for the people who are its members now. */
  group_ids: Type.Array(Id, { maxItems: 1000 }),
}

/** A collecting link as its maker sees it (AH-25). Own entity. */
export const FileRequestLink = Type.Object({
  id: Id,
  unique_name: UniqueName,
  /** The address for handing in; absolute if the server knows its own address. */
  url: Type.String(),
  /** null: purged */
  folder: nullable(Type.Object({ id: Id, name: Type.String() })),
  ...settings,
  state: FileRequestState,
  /** Whether an owner of the organisation closed the link. Only an owner reopens it then. */
  closed_by_administrator: Type.Boolean(),
  created: Seconds,
  /** The number of people on the list. */
  listed_count: Type.Integer({ minimum: 0 }),
  /** The number of people on the list who have handed in. */
  listed_done_count: Type.Integer({ minimum: 0 }),
  /** The number of all people who have handed in, on the list or not. */
  done_count: Type.Integer({ minimum: 0 }),
  file_count: Type.Integer({ minimum: 0 }),
  /** The number of people on the list who have an active account and have handed in nothing. */
  remindable_count: Type.Integer({ minimum: 0 }),
  /** The earliest of their last reminders; null if one of them was never reminded, or there are none. */
  reminded: nullable(Seconds),
})

/** A collecting link as the owners and auditors of the enterprise see it. */
export const OverseenFileRequest = Type.Object({
  ...FileRequestLink.properties,
  owner: Type.Object({ id: Id, name: Type.String() }),
})

/** A contributor, or a person expected to hand in, as the link's maker sees them. */
export const FileRequestPerson = Type.Object({
  id: Id,
  name: Type.String(),
  is_listed: Type.Boolean(),
  /** Whether the person has an account. */
  is_user: Type.Boolean(),
  /** Whether a device uses the name. */
  is_claimed: Type.Boolean(),
  /** When the person last opened the link; null: never. */
  opened: nullable(Seconds),
  reminded: nullable(Seconds),
  files: Type.Array(
    Type.Object({
      typed_id: TypedId,
      name: Type.String(),
      extension: Type.String(),
      size: Bytes,
      at: Seconds,
      /** A signed relative address of a small picture; absent without one, for all but the person's last files, and if the maker cannot see the file. */
      thumbnail: Type.Optional(Type.String()),
    }),
  ),
})

/** A handed-in file as its contributor sees it. */
export const HandIn = Type.Object({ id: Id, name: Type.String(), size: Bytes, at: Seconds })
/** A contributor and their files so far. */
export const Contributor = Type.Object({ name: Type.String(), files: Type.Array(HandIn) })

/** What the page of a collecting link shows to anybody who has its address. */
export const FileRequestInfo = Type.Object({
  title: Type.String(),
  text: Type.String(),
  owner_name: Type.String(),
  due_time: settings.due_time,
  kinds: settings.kinds,
  is_listed_only: Type.Boolean(),
  state: oneOf('open', 'ended', 'closed', 'full'),
  /** The names to choose from, and whether each signs in to hand in. They do not reveal who has handed in. Empty if the link accepts no files. */
  names: Type.Array(Type.Object({ id: Id, name: Type.String(), is_user: Type.Boolean() })),
  /** The list entry of the signed-in user. */
  suggested_id: nullable(Id),
})

const ofLink = { collect_id: Id }
const UploadId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const paged = { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) }
const total = { total_count: Type.Integer({ minimum: 0 }) }

/** Own calls (AH-25). */
export const fileRequestCalls = {
  'POST /apps/collects/create': call({ folder_id: Id, ...settings, ...people }, { collect: FileRequestLink }),
  /** The asking user's links, newest first; with `folder_id` only those of that folder. */
  'GET /apps/collects/get_list': call(
    { ...paged, folder_id: Type.Optional(Id) },
    { collects: Type.Array(FileRequestLink, { maxItems: 25 }), ...total },
  ),
  /** The links of everybody in the enterprise, newest first; for its owners and auditors. */
  'GET /apps/collects/enterprise_list': call(
    {
      ...paged,
      /** Part of the title, the folder's name or the maker's name. */
      search_string: Type.Optional(Type.String({ maxLength: 400 })),
      /** By closing and deadline. Without: all. */
      state: Type.Optional(oneOf('open', 'ended')),
      /** The maker. */
      owner_id: Type.Optional(Id),
    },
    { collects: Type.Array(OverseenFileRequest, { maxItems: 25 }), ...total },
  ),
  /** Closes a link of somebody in the organisation; for its owners. The maker cannot reopen it. */
  'POST /apps/collects/enterprise_close': call(ofLink, { collect: OverseenFileRequest }),
  /** Reopens a link that its maker or an owner closed; for owners. */
  'POST /apps/collects/enterprise_reopen': call(ofLink, { collect: OverseenFileRequest }),
  'GET /apps/collects/get': call(ofLink, { collect: FileRequestLink }),
  /** Sorted by name. `missing`: people on the list who have handed in nothing. `done`: people who have handed in. */
  'GET /apps/collects/people': call(
    { ...ofLink, ...paged, state: oneOf('missing', 'done') },
    { people: Type.Array(FileRequestPerson, { maxItems: 100 }), ...total },
  ),
  /** Absent fields stay unchanged. Adds people to the list, and removes people who have handed in nothing. */
  'POST /apps/collects/edit': call(
    {
      ...ofLink,
      ...Type.Partial(Type.Object({ ...settings, ...people })).properties,
      removed_person_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    },
    { collect: FileRequestLink },
  ),
  'POST /apps/collects/close': call(ofLink, { collect: FileRequestLink }),
  /** Refused with permission_denied if an owner of the organisation closed the link. */
  'POST /apps/collects/reopen': call(ofLink, { collect: FileRequestLink }),
  /** Reminds people on the list who have an account and have handed in nothing; each at most once an hour. */
  'POST /apps/collects/remind': call(ofLink, { reminded_count: Type.Integer({ minimum: 0 }) }),
  /** Lets another device use a name. The previous device can no longer use the name. */
  'POST /apps/collects/release': call({ ...ofLink, person_id: Id }, {}),

  /** The calls below are for contributors, with or without an account. The token in the header X-Collect-Token identifies them. */
  'GET /apps/collects/info/{unique_name}': call(
    { unique_name: UniqueName },
    {
      collect: FileRequestInfo,
      /** null unless the token belongs to a contributor of this link */
      me: nullable(Contributor),
      /** Without `me`: a token for claiming a name. The device stores it. */
      offered_token: nullable(Type.String()),
    },
  ),
  /** Claims a listed or a typed name for the device with the token. Repeating the call changes nothing. */
  'POST /apps/collects/join': call(
    { unique_name: UniqueName, person_id: Type.Optional(Id), name: Type.Optional(Type.String({ maxLength: 400 })) },
    { me: Contributor },
  ),
  /**
   * Announces a file. The client sends its bytes in parts to `tus_url` (tus 1.0, with the token in the header), and `finish` hands it in. A file
   * of the same name, or the one that `replaced_id` names, gets a new version.
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
  /** Idempotent: a repeated call hands in nothing more. */
  'POST /apps/collects/finish': call({ unique_name: UniqueName, upload_id: UploadId }, { me: Contributor }),
  /**
   * Moves one of the contributor's files into the recycle bin of the folder's space, while the link is open or full (AH-54). Refused with
   * item_not_found if the file is no longer in the link's folder.
   */
  'POST /apps/collects/take_back': call({ unique_name: UniqueName, hand_in_id: Id }, { me: Contributor }),
}

export type FileRequestState = Static<typeof FileRequestState>
export type FileRequestLink = Static<typeof FileRequestLink>
export type OverseenFileRequest = Static<typeof OverseenFileRequest>
export type FileRequestPerson = Static<typeof FileRequestPerson>
export type FileRequestInfo = Static<typeof FileRequestInfo>
export type Contributor = Static<typeof Contributor>
