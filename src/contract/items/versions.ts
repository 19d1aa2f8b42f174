import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call } from '../call'
import { ExtensionCategory, Permission } from '../entities'

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
  permissions: Type.Array(Permission),
})

export const versionCalls = {
  /** Newest first. Refused for folders and online documents (1§5, PREV-17). */
  'GET /apps/files/versions': call({ file_id: Id }, { file_versions: Type.Array(FileVersion) }),
  'GET /apps/file_versions/download': call(
    { file_id: Id, file_version_id: Id, no_redirect: Type.Optional(Type.Boolean()) },
    { download_url: Type.String() },
  ),
}

export type FileVersion = Static<typeof FileVersion>
