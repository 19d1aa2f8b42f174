import { Type } from '@sinclair/typebox'
import { Id, TypedId, call } from './call'
import { shareScenario } from './shares/shares'

export const transferCalls = {
  'GET /apps/files/download': call(
    { file_id: Id, no_redirect: Type.Optional(Type.Boolean()), ...shareScenario },
    { download_url: Type.String() },
  ),
  /**
   * One archive of folders and files, streamed from the returned address. For a visitor, `folder_0` means everything in the link. Each named
   * item counts as one download.
   */
  'POST /pack_download/download': call(
    {
      item_typed_ids: Type.Array(TypedId, { minItems: 1, maxItems: 1000 }),
      file_id: Type.Optional(Id),
      no_redirect: Type.Optional(Type.Boolean()),
      ...shareScenario,
    },
    {
      download_url: Type.String(),
      /** Own field: the number of files inside that may not be downloaded. */
      left_out: Type.Integer(),
    },
  ),
}
