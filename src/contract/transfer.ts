import { Type } from '@sinclair/typebox'
import { Bytes, Id, TypedId, call } from './call'
import { Item } from './entities'

export const transferCalls = {
  /**
   * Asks for an upload address (1§7). The body is then POSTed to `upload_url` raw, with `requesttoken` and
   * `X-File-Name` (encodeURIComponent) headers, or as a multipart form whose field `file` holds it.
   */
  'POST /apps/files/presign_upload': call(
    {
      file_size: Bytes,
      /** Own field: checked before a byte is sent; the header's name wins. */
      name: Type.Optional(Type.String({ maxLength: 4000 })),
      remark: Type.Optional(Type.String({ maxLength: 500 })),
      target_file_id: Type.Optional(Id),
      folder_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
    },
    { upload_url: Type.String() },
  ),
  'GET /apps/files/download': call(
    { file_id: Id, no_redirect: Type.Optional(Type.Boolean()), scenario: Type.Optional(Type.String()) },
    { download_url: Type.String() },
  ),
  /** One archive of folders and files, streamed from the answered address. */
  'POST /pack_download/download': call(
    {
      item_typed_ids: Type.Array(TypedId, { minItems: 1, maxItems: 1000 }),
      file_id: Type.Optional(Id),
      no_redirect: Type.Optional(Type.Boolean()),
    },
    {
      download_url: Type.String(),
      /** Files inside that may not be downloaded (own field). */
      left_out: Type.Integer(),
    },
  ),
}

/** The answer of the upload address itself. */
export const uploadReply = Type.Object({ success: Type.Literal(true), new_file: Item })
