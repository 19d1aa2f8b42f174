import { Type } from '@sinclair/typebox'
import { Bytes, Id, Seconds } from '../call'
import { done, openCall } from './openCall'
import { MiniUser } from './people'
import { OpenItem } from './items'

const OpenVersion = Type.Object({
  id: Id,
  file_id: Id,
  /** As in a file. */
  sha1: Type.String({ pattern: '^([0-9a-f]{40})?$' }),
  name: Type.String(),
  size: Bytes,
  modified_at: Seconds,
  modified_by: MiniUser,
  current: Type.Boolean(),
  remark: Type.String(),
  /** The same as `remark`. */
  description: Type.String(),
})

const named = { id: Id, version_id: Id }

/** Versions of files (OAPI-03). */
export const versionCalls = {
  /** The current one first, then the newest. */
  'GET /v2/file/{id}/versions': openCall({ id: Id }, { file_versions: Type.Array(OpenVersion) }),
  'GET /v2/file/{id}/version/{version_id}/info': openCall(named, OpenVersion.properties),
  /** Adds a version with the bytes of an older one, and makes it the current one. */
  'POST /v2/file/{id}/version/{version_id}/promote': openCall(named, OpenItem.properties),
  /** Never the current one. */
  'POST /v2/file/{id}/version/{version_id}/delete': openCall(named, done),
}
