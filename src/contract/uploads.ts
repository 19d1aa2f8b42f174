import { Type } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call, nullable } from './call'
import { Item } from './entities'

/** Random, URL-safe. */
const UploadId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

export const uploadCalls = {
  /**
   * Requests an upload address (1§7). The client then POSTs the raw body to `upload_url` with the headers `requesttoken` and
   * `X-File-Name` (encodeURIComponent), or as a multipart form with the field `file`.
   * Or the client sends parts to `tus_url` by tus 1.0; `upload_finish` then creates the file with the name `name` (AH-02).
   */
  'POST /apps/files/presign_upload': call(
    {
      file_size: Bytes,
      /** Own field, for a check before any byte is sent. The header's name overrides it. */
      name: Type.Optional(Type.String({ maxLength: 4000 })),
      remark: Type.Optional(Type.String({ maxLength: 500 })),
      target_file_id: Type.Optional(Id),
      /** Own field: when the file was made or last changed. An impossible date is ignored (AH-12). */
      original_date: Type.Optional(Seconds),
      folder_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
    },
    {
      upload_url: Type.String(),
      /** Own fields; absent from a server without tus. */
      tus_url: Type.Optional(Type.String()),
      upload_id: Type.Optional(UploadId),
    },
  ),
  /** Creates the file from the sent parts. Idempotent: a repeated call returns the same file. */
  'POST /apps/files/upload_finish': call({ upload_id: UploadId }, { new_file: Item }),
  /** The user's resumable uploads, latest first. */
  'GET /apps/files/uploads': call(
    {},
    {
      uploads: Type.Array(
        Type.Object({
          upload_id: UploadId,
          tus_url: Type.String(),
          name: nullable(Type.String()),
          file_size: Bytes,
          /** The number of stored bytes, which need not be sent again. */
          received: Bytes,
          folder_id: nullable(Id),
          target_file_id: nullable(Id),
          created_at: Seconds,
          /** When resuming ends; each part postpones it. */
          expires_at: Seconds,
        }),
      ),
    },
  ),
}

/** The reply of the upload address itself. */
export const uploadReply = Type.Object({ success: Type.Literal(true), new_file: Item })
