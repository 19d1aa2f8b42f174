import { Type } from '@sinclair/typebox'
import { Id, call } from '../call'

export const onlineDocumentCalls = {
  /**
   * The frame's address for a collaborative document (ydoc, yxls; PREV-11). Refused like every preview with: item_not_found, item_is_deleted,
   * permission_denied. Also with: encrypt_yiqixie for an encrypted document; not_support for other files and without an editor.
   */
  'GET /yiqixie/get_access_url': call(
    { file_id: Id, scenario: Type.Optional(Type.String()) },
    {
      /** The absolute address of the editor, for the asking user, valid for at most two hours. */
      access_url: Type.String(),
    },
  ),
}
