import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call } from '../call'
import { ExtensionCategory, Item, Permission } from '../entities'

/** One version of a file (1§3). */
export const FileVersion = Type.Object({
  id: Id,
  file_id: Id,
  /** Counted from 1. */
  version: Type.Integer(),
  modified_at: Seconds,
  updater: Type.Object({ id: Id, name: Type.String() }),
  current: Type.Boolean(),
  name: Type.String(),
  size: Bytes,
  extension: Type.String(),
  extension_category: ExtensionCategory,
  type_icon: Type.String(),
  file_version_key: Type.String(),
  /** The uploader's remark (UPL-07). */
  remark: Type.String(),
  /** Own field: whether the user may change the remark (AH-52). */
  may_edit_remark: Type.Boolean(),
  permissions: Type.Array(Permission),
})

export const versionCalls = {
  /** Newest first. Refused for folders and online documents (1§5, PREV-17). */
  'GET /apps/files/versions': call({ file_id: Id }, { file_versions: Type.Array(FileVersion) }),
  'GET /apps/file_versions/download': call(
    { file_id: Id, file_version_id: Id, no_redirect: Type.Optional(Type.Boolean()) },
    { download_url: Type.String() },
  ),
  /**
   * Own call: makes another version the current one (AH-52). `current_version_id` names the version that the user saw as current. If another
   * version is current by now, nothing changes. Answers: item_not_found, item_is_deleted, permission_denied, personal_space_closed, item_locked,
   * version_outdated.
   */
  'POST /apps/file_versions/make_current': call(
    { file_id: Id, file_version_id: Id, current_version_id: Id },
    { item: Item },
  ),
  /**
   * Own call: changes the remark of a version (AH-52). Answers: item_not_found, item_is_deleted, permission_denied, personal_space_closed,
   * item_locked, content_refused, content_unchecked.
   */
  'POST /apps/file_versions/edit': call(
    { file_id: Id, file_version_id: Id, remark: Type.String({ maxLength: 500 }) },
    { file_versions: Type.Array(FileVersion) },
  ),
}

export type FileVersion = Static<typeof FileVersion>
