import { Type } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call, nullable } from './call'
import { Item } from './entities'

/** Random, URL-safe. */
const UploadId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

export const uploadCalls = {
  /**
   * Asks for an upload address (1§7). The body is then POSTed to `upload_url` raw, with `requesttoken` and
   * `X-File-Name` (encodeURIComponent) headers, or as a multipart form whose field `file` holds it.
   * Or it goes in parts to `tus_url` by tus 1.0, and `upload_finish` makes it a file (AH-02); the file is then called `name`.
   */
  'POST /apps/files/presign_upload': call(
    {
      file_size: Bytes,
      /** Own field: checked before a byte is sent; the header's name wins. */
      name: Type.Optional(Type.String({ maxLength: 4000 })),
      remark: Type.Optional(Type.String({ maxLength: 500 })),
      target_file_id: Type.Optional(Id),
      /** Own field: when the file was made or last changed; what cannot be is passed over (AH-12). */
      original_date: Type.Optional(Seconds),
      folder_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
    },
    {
      upload_url: Type.String(),
      /** Own fields; absent where a server knows no tus. */
      tus_url: Type.Optional(Type.String()),
      upload_id: Type.Optional(UploadId),
    },
  ),
  /** Makes what came in parts a file; asked again, it answers the same one. */
  'POST /apps/files/upload_finish': call({ upload_id: UploadId }, { new_file: Item }),
  /** The user's own uploads that were begun in parts and can be resumed, the latest first. */
  'GET /apps/files/uploads': call(
    {},
    {
      uploads: Type.Array(
        Type.Object({
          upload_id: UploadId,
          tus_url: Type.String(),
          name: nullable(Type.String()),
          file_size: Bytes,
          /** Bytes that need not be sent again. */
          received: Bytes,
          folder_id: nullable(Id),
          target_file_id: nullable(Id),
          created_at: Seconds,
          /** Until when it can be resumed; each part puts it off. */
          expires_at: Seconds,
        }),
      ),
    },
  ),
}

/** The answer of the upload address itself. */
export const uploadReply = Type.Object({ success: Type.Literal(true), new_file: Item })
